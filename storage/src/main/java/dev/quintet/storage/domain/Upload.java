package dev.quintet.storage.domain;

import dev.quintet.shared.content.ContentAddress;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An object that arrives in pieces, as far as it is durable.
 *
 * @param length the total announced; empty while it is deferred
 * @param offset bytes durably taken so far
 * @param metadata as the client sent it (tus {@code Upload-Metadata}); opaque here
 * @param expected enforced when the upload is finished
 * @param result the object, once finished; the upload is then remembered until it expires
 */
public record Upload(
        String id,
        String owner,
        OptionalLong length,
        long offset,
        String metadata,
        Optional<ContentAddress> expected,
        Instant created,
        Instant expires,
        Optional<ContentAddress> result) {}
