package dev.quintet.registry.domain;

/** Who asked: the token's id and the request's correlation id, for the audit stream and the stream of updates. */
public record Origin(String tokenId, String corrId) {
    /** The service itself. */
    public static final Origin SELF = new Origin("service", "");
}
