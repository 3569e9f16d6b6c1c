package dev.quintet.shared.content;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * A stream that hashes what it reads and holds back the last 64 KiB until the address is confirmed: whoever has read to
 * the end holds verified content, and altered content never arrives whole. For one thread; holds two groups of memory.
 */
public final class VerifyingReader extends InputStream {
    private final InputStream source;
    private final ContentAddress expected;
    private final Blake3Hasher hasher = new Blake3Hasher();
    private byte[] current = new byte[Blake3Tree.GROUP_BYTES];
    private byte[] next = new byte[Blake3Tree.GROUP_BYTES];
    private int position;
    private int limit;
    private int ahead = -1;
    private boolean failed;

    public VerifyingReader(InputStream source, ContentAddress expected) {
        this.source = source;
        this.expected = expected;
    }

    /** @throws IntegrityException at the end, instead of the last bytes, when the content is not the expected one */
    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        if (position == limit && !advance()) {
            return -1;
        }
        int count = Math.min(length, limit - position);
        System.arraycopy(current, position, target, offset, count);
        position += count;
        return count;
    }

    @Override
    public int read() throws IOException {
        if (position == limit && !advance()) {
            return -1;
        }
        return current[position++] & 0xff;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }

    /** Releases the group that was read ahead, once it is known not to be the last, or to complete the address. */
    private boolean advance() throws IOException {
        if (failed) {
            throw mismatch();
        }
        if (ahead < 0) {
            ahead = fill();
        }
        byte[] released = next;
        next = current;
        current = released;
        position = 0;
        limit = ahead;
        ahead = limit < Blake3Tree.GROUP_BYTES ? 0 : fill();
        if (ahead == 0 && !hasher.address().equals(expected)) {
            limit = 0;
            failed = true;
            throw mismatch();
        }
        return limit > 0;
    }

    private int fill() throws IOException {
        int count = source.readNBytes(next, 0, next.length);
        hasher.update(next, 0, count);
        return count;
    }

    private IntegrityException mismatch() {
        return new IntegrityException("content does not match " + expected);
    }
}
