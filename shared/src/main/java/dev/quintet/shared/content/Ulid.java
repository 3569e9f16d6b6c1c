package dev.quintet.shared.content;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A sortable identifier: 48 bits of milliseconds, 80 bits of chance, 26 characters of Crockford's base 32. The order of
 * the values, of their text and of their creation within a process is the same.
 */
public record Ulid(long high, long low) implements Comparable<Ulid> {
    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int TEXT_LENGTH = 26;
    private static final int CHANCE_BITS_IN_HIGH = 16;

    /** Reads 26 digits in upper or lower case; empty for anything else. */
    public static Optional<Ulid> tryParse(String text) {
        // 26 digits hold 130 bits: the first may use only three of its five.
        if (text.length() != TEXT_LENGTH || text.charAt(0) > '7') {
            return Optional.empty();
        }
        long high = 0;
        long low = 0;
        for (int i = 0; i < TEXT_LENGTH; i++) {
            char c = text.charAt(i);
            int digit = DIGITS.indexOf(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
            if (digit < 0) {
                return Optional.empty();
            }
            high = high << 5 | low >>> 59;
            low = low << 5 | digit;
        }
        return Optional.of(new Ulid(high, low));
    }

    /** The millisecond it was made in, or a little later when the clock went back. */
    public Instant time() {
        return Instant.ofEpochMilli(high >>> CHANCE_BITS_IN_HIGH);
    }

    @Override
    public int compareTo(Ulid other) {
        int order = Long.compareUnsigned(high, other.high);
        return order != 0 ? order : Long.compareUnsigned(low, other.low);
    }

    @Override
    public String toString() {
        char[] text = new char[TEXT_LENGTH];
        long top = high;
        long rest = low;
        for (int i = TEXT_LENGTH - 1; i >= 0; i--) {
            text[i] = DIGITS.charAt((int) rest & 31);
            rest = rest >>> 5 | top << 59;
            top >>>= 5;
        }
        return new String(text);
    }

    private Ulid next() {
        // A carry out of the chance bits borrows a millisecond from the future; the order stays.
        return new Ulid(low == -1 ? high + 1 : high, low + 1);
    }

    /**
     * Makes ULIDs that never repeat and always grow, also within a millisecond and when the clock goes back. Lock-free;
     * for any number of threads.
     */
    public static final class Generator {
        private final Clock clock;
        private final SecureRandom random;
        private final AtomicReference<Ulid> last = new AtomicReference<>(new Ulid(0, 0));

        public Generator(Clock clock, SecureRandom random) {
            this.clock = clock;
            this.random = random;
        }

        public Ulid next() {
            while (true) {
                Ulid previous = Objects.requireNonNull(last.get());
                long millis = clock.millis();
                boolean later = millis > previous.high >>> CHANCE_BITS_IN_HIGH;
                Ulid next = later ? fresh(millis) : previous.next();
                if (last.compareAndSet(previous, next)) {
                    return next;
                }
            }
        }

        private Ulid fresh(long millis) {
            long chance = random.nextInt(1 << CHANCE_BITS_IN_HIGH);
            return new Ulid(millis << CHANCE_BITS_IN_HIGH | chance, random.nextLong());
        }
    }
}
