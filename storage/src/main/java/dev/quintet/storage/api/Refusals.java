package dev.quintet.storage.api;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.storage.domain.StoreException;
import java.util.concurrent.Callable;

/** What the store and the callers' mistakes look like on the wire. */
final class Refusals {
    private Refusals() {}

    /** {@code work} with the store's refusals in the words of the wire. */
    static <T> Callable<T> spoken(Callable<T> work) {
        return () -> {
            try {
                return work.call();
            } catch (StoreException e) {
                throw spoken(e);
            }
        };
    }

    static ServiceException spoken(StoreException refusal) {
        return switch (refusal.reason()) {
            case DIGEST_MISMATCH ->
                new ServiceException(StorageError.DIGEST_MISMATCH, "these bytes have another address");
            case INTEGRITY ->
                new ServiceException(StorageError.INTEGRITY, "no copy of the object is good; a repair is queued");
            case NO_SPACE -> new ServiceException(StorageError.NO_SPACE, "the volumes are full; reads go on");
            case DEGRADED ->
                new ServiceException(CommonError.DEGRADED, "too few volumes are healthy to write; reads go on");
            case BUSY -> new ServiceException(CommonError.BUSY, "a volume is busy");
            case OFFSET_MISMATCH ->
                new ServiceException(StorageError.OFFSET_MISMATCH, "the upload is at another offset; ask with HEAD");
            case LOCKED -> new ServiceException(StorageError.UPLOAD_LOCKED, "another request writes to this upload");
            case LENGTH -> malformed("more bytes than the upload's length");
            case GONE -> new ServiceException(CommonError.NOT_FOUND, "no such upload");
            case CLOSED -> new ServiceException(CommonError.DRAINING, "the storage is shutting down");
        };
    }

    static ServiceException malformed(String detail) {
        return new ServiceException(CommonError.BAD_REQUEST, detail);
    }

    static ServiceException absent() {
        return new ServiceException(CommonError.NOT_FOUND, "no such object");
    }

    /** The one spelling of an address, or 400. */
    static ContentAddress address(String text) {
        return ContentAddress.tryParse(text)
                .orElseThrow(() -> malformed("an address is b3: and 64 lower-case hex digits"));
    }
}
