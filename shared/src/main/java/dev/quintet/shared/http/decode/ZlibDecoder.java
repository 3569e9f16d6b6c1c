package dev.quintet.shared.http.decode;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** {@code deflate}: one zlib stream with its checksum, and nothing after it. */
final class ZlibDecoder extends Decoder {
    private final Inflater inflater = new Inflater();

    @Override
    void input(byte[] bytes, int offset, int length) {
        if (length > 0 && inflater.finished()) {
            throw corrupt();
        }
        inflater.setInput(bytes, offset, length);
    }

    @Override
    int output(byte[] out, int offset, int length) {
        try {
            int count = inflater.inflate(out, offset, length);
            if (count == 0 && (inflater.needsDictionary() || inflater.getRemaining() > 0)) {
                throw corrupt();
            }
            return count;
        } catch (DataFormatException e) {
            throw corrupt();
        }
    }

    @Override
    void finish() {
        if (!inflater.finished()) {
            throw truncated();
        }
    }

    @Override
    void close() {
        inflater.end();
    }
}
