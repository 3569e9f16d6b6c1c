package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.domain.StoreException;
import dev.quintet.storage.domain.StoreException.Reason;
import dev.quintet.storage.domain.Stored;
import dev.quintet.storage.domain.Upload;
import dev.quintet.storage.domain.UploadStore;
import dev.quintet.storage.store.UploadRecords.Begin;
import dev.quintet.storage.store.UploadRecords.Part;
import dev.quintet.storage.store.pack.Head;
import dev.quintet.storage.store.pack.Kind;
import dev.quintet.storage.store.pack.PackRecord;
import dev.quintet.storage.store.pack.Volume;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Uploads as records on the volumes, beside the chunks they have stored. */
public final class EmbeddedUploads implements UploadStore {
    private final EmbeddedStore store;
    private final SecureRandom random = new SecureRandom();
    private final Map<ContentAddress, UploadState> states = new ConcurrentHashMap<>();

    EmbeddedUploads(EmbeddedStore store) {
        this.store = store;
    }

    @Override
    public Upload create(
            String owner, OptionalLong length, String metadata, Optional<ContentAddress> expected, Instant expires) {
        var id = new ContentAddress(random.nextLong(), random.nextLong(), 0, 0);
        var created = Instant.ofEpochMilli(store.clock().millis());
        var upload = new Upload(
                UploadRecords.id(id), owner, length, 0, metadata, expected, created, expires, Optional.empty());
        var state = new UploadState();
        begin(id, state, upload, store.policy());
        states.put(id, state);
        return upload;
    }

    @Override
    public Optional<Upload> find(String id) {
        return Optional.ofNullable(state(id)).map(UploadState::upload);
    }

    @Override
    public Upload announce(String id, long length) {
        return exclusively(id, state -> {
            var upload = current(state);
            if (length < upload.offset()
                    || (upload.length().isPresent() && upload.length().getAsLong() != length)) {
                throw new StoreException(Reason.LENGTH, "the upload has another length");
            }
            var told = new Upload(
                    upload.id(),
                    upload.owner(),
                    OptionalLong.of(length),
                    0,
                    upload.metadata(),
                    upload.expected(),
                    upload.created(),
                    upload.expires(),
                    Optional.empty());
            begin(UploadRecords.id(id), state, told, state.durability());
            return current(state);
        });
    }

    @Override
    public Upload append(String id, long offset, ByteBuffer bytes) {
        return exclusively(id, state -> {
            var upload = current(state);
            if (upload.offset() != offset) {
                throw new StoreException(Reason.OFFSET_MISMATCH, "the upload is at offset " + upload.offset());
            }
            int count = bytes.remaining();
            long end = offset + count;
            if (count > PIECE_BYTES_MAX || end > upload.length().orElse(Long.MAX_VALUE)) {
                throw new StoreException(Reason.LENGTH, "more bytes than the upload has room for");
            }
            if (count > 0) {
                take(UploadRecords.id(id), state, upload, bytes);
            }
            return current(state);
        });
    }

    private void take(ContentAddress id, UploadState state, Upload upload, ByteBuffer bytes) {
        byte[] before = state.cvs();
        try (var writer =
                new EmbeddedWriter(store, "", Optional.empty(), state.durability()).resumed(before, state.tail())) {
            writer.append(bytes);
            var staged = writer.stage();
            byte[] added = Arrays.copyOfRange(staged.cvs(), before.length, staged.cvs().length);
            var part = new Part(upload.offset(), staged.length(), added, staged.tail());
            long stamp = store.stamps().next();
            write(Kind.PART, 0, stamp, id, UploadRecords.encode(part), state);
            // Before the writer lets go of its chunks: from here on the upload holds them.
            state.part(part, stamp);
        }
    }

    @Override
    public Stored finish(String id) {
        return exclusively(id, state -> {
            var upload = state.upload();
            if (upload != null && upload.result().isPresent()) {
                var object = store.find(upload.result().get());
                return new Stored(
                        object.orElseThrow(() -> new StoreException(Reason.GONE, "the object is deleted")), false);
            }
            var open = current(state);
            if (open.length().isPresent() && open.length().getAsLong() != open.offset()) {
                throw new StoreException(Reason.LENGTH, "the upload is at offset " + open.offset());
            }
            return complete(UploadRecords.id(id), state, open);
        });
    }

    private Stored complete(ContentAddress id, UploadState state, Upload upload) {
        try (var writer = new EmbeddedWriter(store, upload.owner(), upload.expected(), state.durability())
                .resumed(state.cvs(), state.tail())) {
            var stored = writer.finish();
            over(id, state, Optional.of(stored.object().address()));
            return stored;
        } catch (StoreException e) {
            if (e.reason() == Reason.DIGEST_MISMATCH) {
                over(id, state, Optional.empty());
            }
            throw e;
        }
    }

    @Override
    public boolean end(String id) {
        var known = state(id);
        if (known == null || known.over()) {
            return false;
        }
        return exclusively(id, state -> {
            over(UploadRecords.id(id), state, Optional.empty());
            return true;
        });
    }

    @Override
    public int expire(Instant now) {
        // Their records are dropped by compaction, their chunks by the collector.
        int before = states.size();
        states.values().removeIf(state -> {
            var upload = state.upload();
            return upload != null && !upload.expires().isAfter(now);
        });
        return Math.max(0, before - states.size());
    }

    /** The chunks that uploads hold; the collector must not take them. */
    Collection<UploadState> open() {
        return List.copyOf(states.values());
    }

    /** A record about an upload, as found on a volume. */
    void note(Volume volume, Head head, long place) {
        if (head.kind() != Kind.UPLOAD && head.kind() != Kind.PART && head.kind() != Kind.UPLOAD_END) {
            return;
        }
        try {
            var record = volume.read(place);
            if (record == null || !record.sound()) {
                return; // Another volume has it as well.
            }
            var state = states.computeIfAbsent(head.id(), _ -> new UploadState());
            // Compaction tells of the living, too: whoever is writing knows better.
            if (state.busy.compareAndSet(false, true)) {
                try {
                    apply(state, head, record.payload());
                } finally {
                    state.busy.set(false);
                }
            }
        } catch (IOException | RuntimeException _) {
            // Not readable here; the copy elsewhere tells the same.
        }
    }

    private static void apply(UploadState state, Head head, ByteBuffer payload) {
        switch (head.kind()) {
            case UPLOAD -> state.begun(UploadRecords.begin(head.id(), payload), head.stamp());
            case PART -> state.part(UploadRecords.part(payload), head.stamp());
            case UPLOAD_END -> {
                byte[] result = new byte[payload.remaining()];
                payload.get(result);
                state.ended(
                        head.aux() == 1 ? Optional.of(ContentAddress.of(result, 0)) : Optional.empty(), head.stamp());
            }
            case DATA, SHARD, OBJECT, WHOLE, TOMBSTONE, PIN, CURSOR -> {}
        }
    }

    /** Whether compaction must keep a record of an upload. */
    boolean keeps(Head head) {
        var state = states.get(head.id());
        if (state == null || state.upload() == null) {
            return false;
        }
        return head.kind() != Kind.PART || !state.over();
    }

    private void begin(
            ContentAddress id, UploadState state, Upload upload, dev.quintet.storage.domain.Durability durability) {
        var begin = new Begin(upload, durability);
        long stamp = store.stamps().next();
        spread(Kind.UPLOAD, 0, stamp, id, UploadRecords.encode(begin), Manifest.copies(durability));
        state.begun(begin, stamp);
    }

    private void over(ContentAddress id, UploadState state, Optional<ContentAddress> result) {
        long stamp = store.stamps().next();
        byte[] payload = result.map(ContentAddress::bytes).orElse(new byte[0]);
        write(Kind.UPLOAD_END, result.isPresent() ? 1 : 0, stamp, id, payload, state);
        state.ended(result, stamp);
    }

    private void write(Kind kind, int aux, long stamp, ContentAddress id, byte[] payload, UploadState state) {
        spread(kind, aux, stamp, id, payload, Manifest.copies(state.durability()));
    }

    private void spread(Kind kind, int aux, long stamp, ContentAddress id, byte[] payload, int copies) {
        var record = PackRecord.of(kind, Head.Scheme.NONE, aux, stamp, id, ByteBuffer.wrap(payload));
        Spread.start(store.volumes(), new ArrayList<>(Collections.nCopies(copies, record)), List.of())
                .await();
    }

    private <T> T exclusively(String id, Function<UploadState, T> change) {
        var state = state(id);
        if (state == null) {
            throw new StoreException(Reason.GONE, "there is no such upload");
        }
        if (!state.busy.compareAndSet(false, true)) {
            throw new StoreException(Reason.LOCKED, "another request writes to the upload");
        }
        try {
            return change.apply(state);
        } finally {
            state.busy.set(false);
        }
    }

    private static Upload current(UploadState state) {
        var upload = state.upload();
        if (upload == null || state.over()) {
            throw new StoreException(Reason.GONE, "the upload is over");
        }
        return upload;
    }

    private @Nullable UploadState state(String id) {
        if (!id.matches("[0-9a-f]{32}")) {
            return null;
        }
        var state = states.get(UploadRecords.id(id));
        var upload = state == null ? null : state.upload();
        boolean ended = upload != null
                && state != null
                && state.over()
                && upload.result().isEmpty();
        boolean expired = upload != null
                && !upload.expires().isAfter(Instant.ofEpochMilli(store.clock().millis()));
        return upload == null || ended || expired ? null : state;
    }
}
