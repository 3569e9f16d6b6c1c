package dev.quintet.gateway.upstream;

/** How asking an upstream can go wrong. */
public enum Failure {
    /** No connection: refused, unreachable or too slow to be made. The request was not sent. */
    UNREACHABLE,
    /** The connection ended before the answer did. */
    CLOSED,
    /** What came is not HTTP, or not an answer that may be passed on. */
    GARBAGE
}
