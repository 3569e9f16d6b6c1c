package dev.quintet.gateway.domain.tenant;

/** How fast one tenant may come: {@code perSecond} on average, {@code burst} at once after a pause. */
public record RateLimit(int perSecond, int burst) {
    public RateLimit {
        if (perSecond < 1 || burst < 1) {
            throw new IllegalArgumentException("a rate of " + perSecond + " with a burst of " + burst);
        }
    }

    /** The {@code RateLimit-Policy} header: a quota of {@code burst}, which refills wholly within the window. */
    public String policyHeader() {
        return "\"tenant\";q=" + burst + ";w=" + ((long) burst + perSecond - 1) / perSecond;
    }
}
