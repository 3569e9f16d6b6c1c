package dev.quintet.wallet.api;

/** Which characters a name may have, and how many; a table because a batch checks tens of thousands of names. */
final class Alphabet {
    static final Alphabet ACCOUNT = new Alphabet("A-Za-z0-9:/_.-", 256);
    static final Alphabet ASSET = new Alphabet("a-z0-9_-", 32);
    static final Alphabet KEY = new Alphabet("A-Za-z0-9._:-", 64);

    private static final int ASCII = 128;

    private final String description;
    private final int max;
    private final boolean[] allowed = new boolean[ASCII];

    /** {@code set} as between the brackets of a regular expression; a minus at the end is itself. */
    private Alphabet(String set, int max) {
        this.description = "1 to " + max + " of [" + set + "]";
        this.max = max;
        for (int i = 0; i < set.length(); i++) {
            char first = set.charAt(i);
            boolean range = i + 2 < set.length() && set.charAt(i + 1) == '-';
            char last = range ? set.charAt(i + 2) : first;
            for (char c = first; c <= last; c++) {
                allowed[c] = true;
            }
            i += range ? 2 : 0;
        }
    }

    boolean spells(String text) {
        int length = text.length();
        if (length == 0 || length > max) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= ASCII || !allowed[c]) {
                return false;
            }
        }
        return true;
    }

    /** For the one who spelled it wrong. */
    @Override
    public String toString() {
        return description;
    }
}
