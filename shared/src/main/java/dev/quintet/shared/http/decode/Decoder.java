package dev.quintet.shared.http.decode;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;

/** One content encoding being undone; bounded by the window of its format. */
abstract sealed class Decoder permits GzipDecoder, ZlibDecoder, ZstdDecoder {
    /** Counted by the guard. */
    long produced;

    /** Takes a slice by reference; only when {@link #output} has answered 0 for the one before. */
    abstract void input(byte[] bytes, int offset, int length);

    /** Decodes into {@code out} and answers how much; 0 when the slice is used up. */
    abstract int output(byte[] out, int offset, int length);

    /** Fails unless the encoding is complete here. */
    abstract void finish();

    abstract void close();

    static ServiceException corrupt() {
        return new ServiceException(CommonError.BAD_REQUEST, "the encoded body is corrupt");
    }

    static ServiceException truncated() {
        return new ServiceException(CommonError.BAD_REQUEST, "the encoded body is truncated");
    }
}
