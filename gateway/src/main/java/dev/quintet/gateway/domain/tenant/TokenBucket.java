package dev.quintet.gateway.domain.tenant;

/**
 * A token bucket in whole numbers: it holds billionths of a token and gains exactly {@code perSecond} of them per
 * nanosecond, so no rounding adds up and n seconds admit exactly {@code burst + n × perSecond} requests.
 */
public final class TokenBucket {
    private static final long TOKEN = 1_000_000_000L;
    private static final int PROMISE_SECONDS_MAX = 60;

    private long level = -1;
    private long at;
    private long promised;

    /** Takes a token if there is one. */
    public boolean take(RateLimit limit, long now) {
        refill(limit, now);
        if (level < TOKEN) {
            return false;
        }
        level -= TOKEN;
        return true;
    }

    /** Whole tokens left, as of the last take. */
    public int remaining() {
        return (int) (Math.max(0, level) / TOKEN);
    }

    /** Seconds until it is full again, as of the last take. */
    public int resetSeconds(RateLimit limit) {
        long missing = limit.burst() * TOKEN - level;
        long perSecond = limit.perSecond() * TOKEN;
        return (int) ((missing + perSecond - 1) / perSecond);
    }

    /**
     * Whole seconds after which a refused caller finds a token. Callers refused one after the other are given moments one
     * after the other, as fast as tokens come, instead of all the same one.
     */
    public int retryAfterSeconds(RateLimit limit, long now) {
        long interval = Math.max(1, TOKEN / limit.perSecond());
        long soonest = now + (TOKEN - level) / limit.perSecond() + 1;
        boolean queued = promised != 0 && promised + interval - soonest > 0;
        long horizon = now + PROMISE_SECONDS_MAX * TOKEN;
        long moment = queued ? promised + interval : soonest;
        promised = moment - horizon > 0 ? horizon : moment;
        return Math.clamp((promised - now + TOKEN - 1) / TOKEN, 1, PROMISE_SECONDS_MAX);
    }

    /** The {@code RateLimit} header, as of the last take. */
    public String header(RateLimit limit) {
        return "\"tenant\";r=" + remaining() + ";t=" + resetSeconds(limit);
    }

    /** Whether forgetting it would lose nothing. */
    public boolean full(RateLimit limit, long now) {
        refill(limit, now);
        return level >= limit.burst() * TOKEN;
    }

    long level() {
        return level;
    }

    void reset() {
        level = -1;
        promised = 0;
    }

    private void refill(RateLimit limit, long now) {
        long capacity = limit.burst() * TOKEN;
        long elapsed = now - at;
        if (level < 0) {
            level = capacity;
        } else if (elapsed > 0) {
            // Past this it is full in any case, and the product below could overflow.
            level = elapsed >= (capacity - level) / limit.perSecond() + 1
                    ? capacity
                    : level + elapsed * limit.perSecond();
        }
        level = Math.min(level, capacity);
        at = elapsed > 0 || at == 0 ? now : at;
    }
}
