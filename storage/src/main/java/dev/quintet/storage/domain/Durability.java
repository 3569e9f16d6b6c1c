package dev.quintet.storage.domain;

import java.util.Optional;
import java.util.regex.Pattern;

/** How an object is kept: whole copies, or shards of which any {@code data} restore it. Never both. */
public sealed interface Durability {

    /** Pieces of a chunk, each on a volume of its own. */
    int pieces();

    /** How many of them must be good for the chunk to be readable. */
    int needed();

    /** {@code copies} whole copies. */
    record Copies(int copies) implements Durability {
        public Copies {
            if (copies < 1 || copies > 16) {
                throw new IllegalArgumentException("1 to 16 copies, not " + copies);
            }
        }

        @Override
        public int pieces() {
            return copies;
        }

        @Override
        public int needed() {
            return 1;
        }

        @Override
        public String toString() {
            return "rf=" + copies;
        }
    }

    /** {@code data} shards and {@code parity} more, by Reed–Solomon. */
    record Shards(int data, int parity) implements Durability {
        public Shards {
            if (data < 1 || parity < 1 || data + parity > 64) {
                throw new IllegalArgumentException("at least 1+1 and at most 64 shards, not " + data + "+" + parity);
            }
        }

        @Override
        public int pieces() {
            return data + parity;
        }

        @Override
        public int needed() {
            return data;
        }

        @Override
        public String toString() {
            return "ec=" + data + "+" + parity;
        }
    }

    /** Reads {@code rf=2} or {@code ec=4+2}; empty for anything else. */
    static Optional<Durability> tryParse(String text) {
        var match = Text.FORM.matcher(text);
        if (!match.matches()) {
            return Optional.empty();
        }
        try {
            String copies = match.group(1);
            return Optional.of(
                    copies != null
                            ? new Copies(Integer.parseInt(copies))
                            : new Shards(Integer.parseInt(match.group(2)), Integer.parseInt(match.group(3))));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** The written form. */
    final class Text {
        private static final Pattern FORM = Pattern.compile("rf=(\\d{1,2})|ec=(\\d{1,2})\\+(\\d{1,2})");

        private Text() {}
    }
}
