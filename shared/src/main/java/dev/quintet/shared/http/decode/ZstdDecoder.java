package dev.quintet.shared.http.decode;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * {@code zstd} (RFC 8878). The library only pulls: it is given an input that says "no more" whenever a slice is used up,
 * which it reports as missing input without losing its state, and is asked again when the next slice is there.
 */
final class ZstdDecoder extends Decoder {
    private final ZstdFrames frames = new ZstdFrames();
    private final Slice slice = new Slice();
    private final ZstdInputStream decoder = new ZstdInputStream(slice);

    @Override
    void input(byte[] bytes, int offset, int length) {
        // Before the decoder sees them: it would allocate whatever window a frame asks for.
        frames.accept(bytes, offset, length);
        slice.bytes = bytes;
        slice.at = offset;
        slice.end = offset + length;
    }

    @Override
    int output(byte[] out, int offset, int length) {
        try {
            int ready = decoder.available();
            // Exactly what is ready, or one byte to make the decoder go on: asking for more loses what it had
            // written when the input ends.
            int count = decoder.read(out, offset, ready > 0 ? Math.min(ready, length) : 1);
            return Math.max(count, 0);
        } catch (IOException e) {
            return 0; // The only cause is missing input: the next slice may bring it.
        } catch (MalformedInputException | IllegalStateException | IndexOutOfBoundsException e) {
            throw corrupt();
        }
    }

    @Override
    void finish() {
        if (!frames.complete()) {
            throw truncated();
        }
    }

    @Override
    void close() {
        slice.end = slice.at;
    }

    private static final class Slice extends InputStream {
        private byte[] bytes = new byte[0];
        private int at;
        private int end;

        @Override
        public int read() {
            return at < end ? bytes[at++] & 0xff : -1;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            int count = Math.min(length, end - at);
            if (count <= 0) {
                return -1;
            }
            System.arraycopy(bytes, at, into, offset, count);
            at += count;
            return count;
        }
    }
}
