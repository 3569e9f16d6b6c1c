package dev.quintet.gateway.front;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.http.decode.DecodeGuard;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Watches a request's body in passing: its size, and what it would decode to. The bytes go on as they came; what they
 * decode to is thrown away at once, so a bomb costs one buffer here and nothing behind.
 */
final class BodyGuard implements AutoCloseable {
    private final long cap;
    private final @Nullable DecodeGuard decoding;
    private final byte[] slice;
    private long received;

    BodyGuard(long cap, @Nullable DecodeGuard decoding) {
        this.cap = cap;
        this.decoding = decoding;
        this.slice = decoding == null ? NONE : new byte[SLICE_BYTES];
    }

    void pass(ByteBuf bytes, boolean last) {
        received += bytes.readableBytes();
        if (received > cap) {
            throw tooLarge(cap);
        }
        if (decoding == null) {
            return;
        }
        int at = bytes.readerIndex();
        while (at < bytes.writerIndex()) {
            int count = Math.min(slice.length, bytes.writerIndex() - at);
            bytes.getBytes(at, slice, 0, count);
            decoding.feed(slice, 0, count, (_, _, _) -> {});
            at += count;
        }
        if (last) {
            decoding.finish();
        }
    }

    long received() {
        return received;
    }

    @Override
    public void close() {
        if (decoding != null) {
            decoding.close();
        }
    }

    static ServiceException tooLarge(long cap) {
        return new ServiceException(CommonError.BODY_CAP, "the body is larger than " + cap + " bytes");
    }

    private static final int SLICE_BYTES = 4096;
    private static final byte[] NONE = {};
}
