package dev.quintet.shared.content;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * The manifest of one content: its length and the chaining value of each 64 KiB group, which together determine its
 * address. Any group is verified alone, by hashing only that group. Immutable. The only group of a short content has no
 * chaining value of its own; the address stands in its place.
 */
public final class ContentTree {
    private final ContentAddress address;
    private final long length;
    private final byte[] cvs;

    private ContentTree(ContentAddress address, long length, byte[] cvs) {
        this.address = address;
        this.length = length;
        this.cvs = cvs;
    }

    /**
     * The tree of these groups; the address follows from them.
     *
     * @param cvs the groups' chaining values end to end, or the 32 bytes of the address when there is one group only
     * @throws IllegalArgumentException when there are more or fewer than the length needs
     */
    public static ContentTree of(long length, byte[] cvs) {
        if (length < 0 || cvs.length != Blake3Tree.CV_BYTES * Blake3Tree.groups(length)) {
            throw new IllegalArgumentException(cvs.length + " bytes of chaining values for a length of " + length);
        }
        boolean single = cvs.length == Blake3Tree.CV_BYTES;
        return new ContentTree(ContentAddress.of(single ? cvs : Blake3Tree.root(cvs), 0), length, cvs.clone());
    }

    /** Hashes content that is in memory. */
    public static ContentTree of(byte[] content) {
        return new Builder().update(ByteBuffer.wrap(content)).build();
    }

    public ContentAddress address() {
        return address;
    }

    /** Bytes of the content. */
    public long length() {
        return length;
    }

    public int groups() {
        return cvs.length / Blake3Tree.CV_BYTES;
    }

    /** All chaining values end to end, in a new array. */
    public byte[] cvs() {
        return cvs.clone();
    }

    /** Bytes of one group. */
    public int groupBytes(int group) {
        Objects.checkIndex(group, groups());
        return (int) Math.min(Blake3Tree.GROUP_BYTES, length - (long) group * Blake3Tree.GROUP_BYTES);
    }

    /** Whether the buffer's remaining bytes, which are consumed, are exactly this group. */
    public boolean verifies(int group, ByteBuffer in) {
        if (in.remaining() != groupBytes(group)) {
            in.position(in.limit());
            return false;
        }
        byte[] actual = groups() == 1 ? Blake3.hash(in) : Blake3Tree.chunkGroupCv(in, group);
        int from = Blake3Tree.CV_BYTES * group;
        return Arrays.equals(actual, 0, Blake3Tree.CV_BYTES, cvs, from, from + Blake3Tree.CV_BYTES);
    }

    /** The chaining value of groups {@code [from, to)}, which must be a subtree other than the root. */
    byte[] subtreeCv(int from, int to) {
        return Blake3Tree.merge(Arrays.copyOfRange(cvs, Blake3Tree.CV_BYTES * from, Blake3Tree.CV_BYTES * to));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ContentTree that && length == that.length && Arrays.equals(cvs, that.cvs);
    }

    @Override
    public int hashCode() {
        return address.hashCode();
    }

    @Override
    public String toString() {
        return address + " (" + length + " bytes)";
    }

    /** Builds the tree in one pass over a stream; for one thread. */
    public static final class Builder {
        private final SliceBuffer buffer = new SliceBuffer(Blake3Tree.GROUP_BYTES);
        private byte[] cvs = new byte[Blake3Tree.CV_BYTES * 16];

        /** Takes the buffer's remaining bytes. */
        public Builder update(ByteBuffer in) {
            buffer.update(in, this::group);
            return this;
        }

        /** The tree of all bytes so far; more may follow. */
        public ContentTree build() {
            long length = buffer.position() + buffer.length();
            ByteBuffer last = ByteBuffer.wrap(buffer.bytes(), 0, buffer.length());
            if (buffer.position() == 0) {
                return of(length, Blake3.hash(last));
            }
            group(last, 0, buffer.length());
            return of(length, Arrays.copyOf(cvs, Math.toIntExact(Blake3Tree.CV_BYTES * Blake3Tree.groups(length))));
        }

        private void group(ByteBuffer in, int offset, int length) {
            int group = Math.toIntExact(buffer.position() / Blake3Tree.GROUP_BYTES);
            if (Blake3Tree.CV_BYTES * group == cvs.length) {
                cvs = Arrays.copyOf(cvs, 2 * cvs.length);
            }
            byte[] cv = Blake3Tree.chunkGroupCv(in.slice(offset, length), group);
            System.arraycopy(cv, 0, cvs, Blake3Tree.CV_BYTES * group, Blake3Tree.CV_BYTES);
        }
    }
}
