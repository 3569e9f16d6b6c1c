package dev.quintet.shared.content;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Proves consecutive 64 KiB groups of a content against its address without the rest: the chaining values of the
 * subtrees beside them, in the order in which a walk of the tree from the left meets them. Immutable.
 *
 * <p>What is proven is the bytes and where they stand. The total length is proven only when the slice reaches the last
 * group; before that, a false length that needs the same number of groups goes unnoticed.
 */
public final class SliceProof {
    /** Two siblings a level, and no tree of 64 KiB groups over a 63-bit length is higher than 47. */
    private static final int SIBLINGS_MAX = 2 * 47;

    private static final Pattern TEXT =
            Pattern.compile("length=(\\d{1,18}), group=(\\d{1,10}), cvs=:([A-Za-z0-9+/=]*):");

    private final long length;
    private final int firstGroup;
    private final byte[] siblings;

    private SliceProof(long length, int firstGroup, byte[] siblings) {
        this.length = length;
        this.firstGroup = firstGroup;
        this.siblings = siblings;
    }

    /**
     * The proof for groups {@code [from, to)}.
     *
     * @throws IndexOutOfBoundsException when the range is empty or not within the tree
     */
    public static SliceProof of(ContentTree tree, int from, int to) {
        Objects.checkFromToIndex(from, to, tree.groups());
        Objects.checkIndex(from, to);
        var siblings = new ByteArrayOutputStream();
        collect(tree, new Range(0, tree.groups()), new Range(from, to), siblings);
        return new SliceProof(tree.length(), from, siblings.toByteArray());
    }

    /** Reads what {@link #toString} wrote; empty for anything else. */
    public static Optional<SliceProof> tryParse(String text) {
        // A proof is short; the bound keeps a hostile header from costing more than its own length.
        var match = TEXT.matcher(text);
        if (text.length() > 128 * SIBLINGS_MAX || !match.matches()) {
            return Optional.empty();
        }
        try {
            byte[] siblings = Base64.getDecoder().decode(match.group(3));
            boolean sound = siblings.length % Blake3Tree.CV_BYTES == 0;
            long length = Long.parseLong(match.group(1));
            return sound
                    ? Optional.of(new SliceProof(length, Integer.parseInt(match.group(2)), siblings))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Bytes of the whole content, as far as this proof can say. */
    public long length() {
        return length;
    }

    /** The group with which the slice begins. */
    public int firstGroup() {
        return firstGroup;
    }

    /** Whether {@code slice}, whole groups, stands at {@link #firstGroup} in the content of this address. */
    public boolean verifies(ContentAddress address, byte[] slice) {
        long groups = Blake3Tree.groups(length);
        long from = (long) firstGroup * Blake3Tree.GROUP_BYTES;
        long to = from + slice.length;
        boolean empty = slice.length == 0 && length > 0;
        if (groups > Integer.MAX_VALUE || empty || to > length || (to < length && to % Blake3Tree.GROUP_BYTES != 0)) {
            return false;
        }
        if (groups == 1) {
            return siblings.length == 0
                    && ContentAddress.of(Blake3.hash(slice), 0).equals(address);
        }
        return new Walk(slice).root((int) groups).map(address::equals).orElse(false);
    }

    /** A dictionary of RFC 8941: {@code length=131073, group=1, cvs=:BASE64:}. */
    @Override
    public String toString() {
        String cvs = Base64.getEncoder().encodeToString(siblings);
        return "length=" + length + ", group=" + firstGroup + ", cvs=:" + cvs + ":";
    }

    private static void collect(ContentTree tree, Range node, Range slice, ByteArrayOutputStream siblings) {
        if (node.apartFrom(slice)) {
            siblings.writeBytes(tree.subtreeCv(node.from, node.to));
        } else if (node.to - node.from > 1) {
            collect(tree, node.left(), slice, siblings);
            collect(tree, node.right(), slice, siblings);
        }
    }

    /** Groups {@code [from, to)}; as a node of the tree, its left child is the largest power of two below its size. */
    private record Range(int from, int to) {
        boolean apartFrom(Range other) {
            return to <= other.from || from >= other.to;
        }

        Range left() {
            return new Range(from, middle());
        }

        Range right() {
            return new Range(middle(), to);
        }

        private int middle() {
            return from + Integer.highestOneBit(to - from - 1);
        }
    }

    /** Recomputes the root from the slice and the siblings. */
    private final class Walk {
        private final ByteBuffer left = ByteBuffer.wrap(siblings);
        private final ByteBuffer bytes;
        private final Range slice;

        Walk(byte[] slice) {
            bytes = ByteBuffer.wrap(slice);
            this.slice = new Range(firstGroup, firstGroup + (int) Blake3Tree.groups(slice.length));
        }

        Optional<ContentAddress> root(int groups) {
            Range whole = new Range(0, groups);
            byte[] pair = new byte[2 * Blake3Tree.CV_BYTES];
            if (!children(whole, pair) || left.hasRemaining()) {
                return Optional.empty();
            }
            return Optional.of(ContentAddress.of(Blake3Tree.root(pair), 0));
        }

        private boolean children(Range node, byte[] pair) {
            return cv(node.left(), pair, 0) && cv(node.right(), pair, Blake3Tree.CV_BYTES);
        }

        /** Writes the chaining value of a node; false when the proof has too few. */
        private boolean cv(Range node, byte[] target, int offset) {
            if (node.apartFrom(slice)) {
                if (left.remaining() < Blake3Tree.CV_BYTES) {
                    return false;
                }
                left.get(target, offset, Blake3Tree.CV_BYTES);
                return true;
            }
            byte[] cv;
            if (node.to - node.from == 1) {
                int length = Math.min(Blake3Tree.GROUP_BYTES, bytes.remaining());
                cv = Blake3Tree.chunkGroupCv(bytes.slice(bytes.position(), length), node.from);
                bytes.position(bytes.position() + length);
            } else {
                byte[] pair = new byte[2 * Blake3Tree.CV_BYTES];
                if (!children(node, pair)) {
                    return false;
                }
                cv = Blake3Tree.merge(pair);
            }
            System.arraycopy(cv, 0, target, offset, cv.length);
            return true;
        }
    }
}
