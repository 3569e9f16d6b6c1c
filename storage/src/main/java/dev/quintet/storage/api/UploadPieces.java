package dev.quintet.storage.api;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.storage.api.stream.BodyInput;
import dev.quintet.storage.api.tus.UploadChecksum;
import dev.quintet.storage.domain.Upload;
import dev.quintet.storage.domain.UploadStore;
import dev.quintet.storage.pipeline.traffic.TrafficMetrics;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/** Uploads as a worker of the PUT pool does them. */
@ApplicationScoped
class UploadPieces {
    private final UploadStore uploads;
    private final TrafficMetrics metrics;

    UploadPieces(UploadStore uploads, TrafficMetrics metrics) {
        this.uploads = uploads;
        this.metrics = metrics;
    }

    /** One piece on its way in; {@code length} is announced with it when the upload was created without one. */
    record Piece(
            BodyInput body, long offset, OptionalLong length, Optional<UploadChecksum> checksum, int expectedBytes) {}

    /** The upload of a caller: one that has another owner is as absent as one that never was. */
    Upload find(String id, String caller) {
        var upload = uploads.find(id).orElseThrow(UploadPieces::absent);
        boolean foreign = !caller.isEmpty() && !upload.owner().isEmpty() && !caller.equals(upload.owner());
        if (foreign) {
            throw absent();
        }
        return settled(upload);
    }

    /** Takes one piece, as much of it as came; answers the upload as it is now, finished if it is complete. */
    Upload append(String id, String caller, Piece piece) {
        var upload = find(id, caller);
        if (piece.offset() != upload.offset()) {
            throw new ServiceException(StorageError.OFFSET_MISMATCH, "the upload is at offset " + upload.offset());
        }
        if (piece.length().isPresent()) {
            upload = announce(upload, piece.length().getAsLong());
        }
        return settled(take(upload, piece));
    }

    boolean end(String id, String caller) {
        find(id, caller);
        return uploads.end(id);
    }

    /** Whatever has all its bytes is an object, also when the process ended between the two. */
    Upload settled(Upload upload) {
        boolean complete = upload.result().isEmpty()
                && upload.length().isPresent()
                && upload.length().getAsLong() == upload.offset();
        if (!complete) {
            return upload;
        }
        var stored = uploads.finish(upload.id());
        return new Upload(
                upload.id(),
                upload.owner(),
                upload.length(),
                upload.offset(),
                upload.metadata(),
                upload.expected(),
                upload.created(),
                upload.expires(),
                Optional.of(stored.object().address()));
    }

    private Upload announce(Upload upload, long length) {
        if (upload.length().isPresent() && upload.length().getAsLong() != length) {
            throw Refusals.malformed("the upload has another length");
        }
        return upload.length().isPresent() ? upload : uploads.announce(upload.id(), length);
    }

    private Upload take(Upload upload, Piece piece) {
        byte[] buffer = new byte[Math.clamp(piece.expectedBytes(), 1, UploadStore.PIECE_BYTES_MAX)];
        boolean cut = false;
        while (true) {
            int count = 0;
            try {
                int more;
                while (count < buffer.length && (more = piece.body().read(buffer, count, buffer.length - count)) > 0) {
                    count += more;
                }
            } catch (IOException _) {
                cut = true; // What came is kept, unless it cannot be checked; the client will ask how far we got.
            }
            boolean whole = count < buffer.length || piece.body().drained();
            upload = keep(upload, piece, ByteBuffer.wrap(buffer, 0, count), whole && !cut);
            if (cut) {
                throw Refusals.malformed("the body ended early");
            }
            if (whole) {
                return upload;
            }
        }
    }

    private Upload keep(Upload upload, Piece piece, ByteBuffer bytes, boolean whole) {
        if (piece.checksum().isPresent()) {
            if (!whole) {
                throw new ServiceException(CommonError.BODY_CAP, "a piece with a checksum is at most 1 MiB");
            }
            if (!piece.checksum().get().fits(bytes)) {
                throw new ServiceException(StorageError.CHECKSUM_MISMATCH, "the bytes have another checksum");
            }
        }
        if (!bytes.hasRemaining()) {
            return upload;
        }
        int count = bytes.remaining();
        var now = uploads.append(upload.id(), upload.offset(), bytes);
        metrics.received(count);
        return now;
    }

    private static ServiceException absent() {
        return new ServiceException(CommonError.NOT_FOUND, "no such upload");
    }
}
