package dev.quintet.storage.domain;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Weighted rendezvous hashing: everybody who knows the candidates ranks them the same way for a key, in proportion to
 * their weights, and a candidate that comes or goes moves only what it gains or loses.
 */
public final class Rendezvous {
    private Rendezvous() {}

    /** Something that keys are spread over; the name decides, so it must stay the same when the thing is replaced. */
    public interface Candidate {
        String name();

        /** In any unit; at least 1. */
        double weight();
    }

    /** The candidates, best first, for the key that begins with these two words. */
    public static <T extends Candidate> List<T> rank(Collection<T> candidates, long a, long b) {
        record Scored<T>(T candidate, double score) {}
        return candidates.stream()
                .map(candidate -> new Scored<>(candidate, score(candidate, a, b)))
                .sorted(Comparator.comparingDouble(Scored<T>::score)
                        .reversed()
                        .thenComparing(scored -> scored.candidate().name()))
                .map(Scored::candidate)
                .toList();
    }

    private static double score(Candidate candidate, long a, long b) {
        long hash = mix(mix(mix(seed(candidate.name())) ^ a) ^ b);
        // 53 bits to a number strictly between 0 and 1; -w/ln(u) is greatest with probability proportional to w.
        double uniform = ((hash >>> 11) + 0.5) * 0x1.0p-53;
        return -Math.max(1, candidate.weight()) / StrictMath.log(uniform);
    }

    private static long seed(String name) {
        long seed = 0xcbf29ce484222325L;
        for (int i = 0; i < name.length(); i++) {
            seed = (seed ^ name.charAt(i)) * 0x100000001b3L;
        }
        return seed;
    }

    /** The finalizer of SplitMix64: every input bit reaches every output bit. */
    private static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
