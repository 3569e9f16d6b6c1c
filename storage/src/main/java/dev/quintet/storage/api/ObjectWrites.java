package dev.quintet.storage.api;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.http.Decoding;
import dev.quintet.shared.http.decode.DecodeGuard;
import dev.quintet.shared.http.decode.DecodingInputStream;
import dev.quintet.storage.api.condition.Conditions;
import dev.quintet.storage.api.stream.BodyInput;
import dev.quintet.storage.domain.ObjectStore;
import dev.quintet.storage.domain.Stored;
import dev.quintet.storage.pipeline.traffic.TrafficMetrics;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Writes as a worker of the PUT pool does them. */
@ApplicationScoped
class ObjectWrites {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final ObjectStore store;
    private final Decoding decoding;
    private final TrafficMetrics metrics;

    ObjectWrites(ObjectStore store, Decoding decoding, TrafficMetrics metrics) {
        this.store = store;
        this.decoding = decoding;
        this.metrics = metrics;
    }

    /** One object on its way in; {@code encoding} is empty when it has none. */
    record Write(
            BodyInput body, String encoding, String owner, Optional<ContentAddress> expected, Conditions conditions) {}

    /** The object, once it is durable. */
    Stored store(Write write) {
        long start = System.nanoTime();
        admit(write);
        try (InputStream content = open(write);
                var writer = store.begin(write.owner(), write.expected())) {
            byte[] buffer = new byte[BUFFER_BYTES];
            int count;
            while ((count = content.readNBytes(buffer, 0, buffer.length)) > 0) {
                writer.append(ByteBuffer.wrap(buffer, 0, count));
                metrics.received(count);
            }
            var stored = writer.finish();
            metrics.stored(start);
            return stored;
        } catch (IOException e) {
            throw new ServiceException(CommonError.BAD_REQUEST, "the body ended early");
        } catch (ServiceException e) {
            if (DecodeGuard.needed(write.encoding())) {
                metrics.notDecoded(reason(e));
            }
            throw e;
        }
    }

    /** Only asked for by a client that sends conditions: storing the same bytes again is no conflict. */
    private void admit(Write write) {
        var address = write.expected();
        if (address.isPresent() && write.conditions().conditional()) {
            boolean exists = store.find(address.get()).isPresent();
            if (!write.conditions().admitsWrite(address.get(), exists)) {
                throw new ServiceException(StorageError.PRECONDITION_FAILED, "the object does not meet the condition");
            }
        }
    }

    private InputStream open(Write write) {
        return DecodeGuard.needed(write.encoding())
                ? new DecodingInputStream(write.body(), decoding.open(write.encoding(), true))
                : write.body();
    }

    private static String reason(ServiceException refusal) {
        return switch (refusal.code()) {
            case CommonError.DECODED_CAP -> "cap";
            case CommonError.DECODED_RATIO -> "ratio";
            case CommonError.UNSUPPORTED_MEDIA -> "unsupported";
            case CommonError.BAD_REQUEST -> "corrupt";
            default -> "other";
        };
    }
}
