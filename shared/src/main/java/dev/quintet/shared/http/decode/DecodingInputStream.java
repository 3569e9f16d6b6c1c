package dev.quintet.shared.http.decode;

import java.io.IOException;
import java.io.InputStream;

/** Reads an encoded stream through a {@link DecodeGuard}, straight into the reader's array. */
public final class DecodingInputStream extends InputStream {
    private final InputStream source;
    private final DecodeGuard guard;
    private final byte[] slice = new byte[DecodeGuard.BUFFER_BYTES];
    private final byte[] single = new byte[1];
    private boolean finished;

    /** Takes over both: closing this closes them. */
    public DecodingInputStream(InputStream source, DecodeGuard guard) {
        this.source = source;
        this.guard = guard;
    }

    @Override
    public int read() throws IOException {
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!finished) {
            int count = guard.read(bytes, offset, length);
            if (count > 0) {
                return count;
            }
            int received = source.read(slice);
            if (received < 0) {
                finished = true;
                guard.finish();
            } else {
                guard.offer(slice, 0, received);
            }
        }
        return -1;
    }

    @Override
    public void close() throws IOException {
        guard.close();
        source.close();
    }
}
