package dev.quintet.gateway.domain.usage;

/** What one tenant used or one owner provided. */
public record Tally(String name, long requests, long bytesServed, long bytesStored) {

    /** Sums stop at the largest number rather than becoming negative. */
    Tally plus(Tally more) {
        return new Tally(
                name,
                add(requests, more.requests),
                add(bytesServed, more.bytesServed),
                add(bytesStored, more.bytesStored));
    }

    private static long add(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
