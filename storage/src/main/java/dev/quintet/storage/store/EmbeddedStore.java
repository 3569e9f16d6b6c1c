package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.domain.Durability;
import dev.quintet.storage.domain.Durability.Copies;
import dev.quintet.storage.domain.Durability.Shards;
import dev.quintet.storage.domain.Maintenance.VolumeInfo;
import dev.quintet.storage.domain.ObjectInfo;
import dev.quintet.storage.domain.ObjectReader;
import dev.quintet.storage.domain.ObjectStore;
import dev.quintet.storage.domain.ObjectWriter;
import dev.quintet.storage.domain.StoreException;
import dev.quintet.storage.domain.StoreException.Reason;
import dev.quintet.storage.domain.Stored;
import dev.quintet.storage.store.pack.Head;
import dev.quintet.storage.store.pack.Kind;
import dev.quintet.storage.store.pack.PackRecord;
import dev.quintet.storage.store.pack.Volume;
import dev.quintet.storage.store.pack.VolumeFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** The store on this machine's volumes. An object is visible once its manifest is durable, after all of its chunks are. */
public final class EmbeddedStore implements ObjectStore, AutoCloseable {
    /** A manifest must fit a record. */
    static final long OBJECT_BYTES_MAX = 100L << 30;

    private final Supplier<Durability> policy;
    private final InstantSource clock;
    private final StoreMoments moments;
    private final Stamps stamps;
    private final Control control = new Control();
    private final Intents intents = new Intents();
    private final Gates gates = new Gates();
    private final EmbeddedUploads uploads;
    private final Cursors cursors = new Cursors();
    private final VolumeSet volumes;
    private final Chunks chunks;
    private final ObjectIndex objects;

    /** What the store needs from outside. */
    public record Surroundings(
            Supplier<Durability> policy, InstantSource clock, StoreMoments moments, Volume.Settings volumes) {}

    private EmbeddedStore(Map<String, VolumeFiles> places, Surroundings surroundings) throws IOException {
        this.policy = surroundings.policy();
        this.clock = surroundings.clock();
        this.moments = surroundings.moments();
        this.stamps = new Stamps(clock);
        this.uploads = new EmbeddedUploads(this);
        this.volumes = new VolumeSet(places, (name, files) -> open(name, files, surroundings.volumes()));
        this.chunks = new Chunks(volumes, stamps, moments);
        this.objects = new ObjectIndex(volumes, control, moments);
        volumes.volumes().forEach(control::purge);
        agree();
    }

    /** Opens the volumes in these places, in memory or on disk, and recovers what they hold. */
    public static EmbeddedStore open(Map<String, VolumeFiles> places, Surroundings surroundings) throws IOException {
        return new EmbeddedStore(places, surroundings);
    }

    private Volume open(String name, VolumeFiles files, Volume.Settings settings) throws IOException {
        control.opening(name);
        var volume = Volume.open(name, files, settings, stamps::next, this::note);
        stamps.observe(volume.newestStamp());
        control.purge(volume);
        return volume;
    }

    private void note(Volume volume, Head head, long place) {
        control.note(head);
        control.said(volume.name(), head);
        cursors.note(volume, head, place);
        uploads.note(volume, head, place);
    }

    /** Brings every volume up to date with what the others know to be deleted or pinned. */
    private void agree() {
        for (var volume : volumes.volumes()) {
            for (var record : control.unsaid(volume.name())) {
                var _ = volume.append(record, true).thenAccept(_ -> control.said(volume.name(), record.head()));
            }
        }
    }

    @Override
    public ObjectWriter begin(String owner, Optional<ContentAddress> expected) {
        return new EmbeddedWriter(this, owner, expected, policy.get());
    }

    @Override
    public Optional<ObjectInfo> find(ContentAddress address) {
        return objects.find(address).map(found -> objects.info(found.manifest()));
    }

    @Override
    public Optional<ObjectReader> open(ContentAddress address) {
        long began = System.nanoTime();
        return objects.find(address).map(found -> {
            if (found.content() != null) {
                moments.chunkRead(found.content().remaining(), System.nanoTime() - began);
            }
            return new EmbeddedReader(this, found, objects.info(found.manifest()));
        });
    }

    ByteBuffer readChunk(Manifest manifest, byte[] cvs, int index) {
        long began = System.nanoTime();
        var chunk = chunks.read(manifest.durability(), manifest.tree(), manifest.chunkId(cvs, index), index);
        moments.chunkRead(chunk.remaining(), System.nanoTime() - began);
        return chunk;
    }

    /** Makes an object of several chunks visible, once they are durable. */
    Stored commit(Manifest manifest, Runnable awaitChunks) {
        return gates.through(manifest.tree().address(), () -> {
            // Even if the object is there: its chunks may have been repaired by this very write.
            awaitChunks.run();
            var existing = existing(manifest.tree().address());
            return existing.isPresent() ? existing.get() : publish(manifest, objectRecords(manifest, stamps.next()));
        });
    }

    /** Makes an object of one chunk visible. */
    Stored commitSingle(Manifest manifest, ByteBuffer content, Intents.Holder holder) {
        return switch (manifest.durability()) {
            case Copies _ ->
                gates.through(
                        manifest.tree().address(),
                        () -> existing(manifest.tree().address()).orElseGet(() -> {
                            moments.chunkWritten(content.remaining());
                            return publish(manifest, wholeRecords(manifest, content, stamps.next()));
                        }));
            case Shards shards -> {
                var id = manifest.tree().address();
                boolean relied = holder.publish(Chunks.key(shards, id));
                var spread = chunks.write(shards, id, 0, content, relied);
                yield commit(manifest, spread::await);
            }
        };
    }

    private Optional<Stored> existing(ContentAddress address) {
        try {
            return find(address).map(info -> new Stored(info, false));
        } catch (StoreException e) {
            if (e.reason() != Reason.INTEGRITY) {
                throw e;
            }
            // No good copy is left, so this one takes its place.
            return Optional.empty();
        }
    }

    List<PackRecord> objectRecords(Manifest manifest, long stamp) {
        var payload = ByteBuffer.wrap(manifest.encode());
        var record = PackRecord.of(
                Kind.OBJECT, Head.Scheme.NONE, 0, stamp, manifest.tree().address(), payload);
        return Collections.nCopies(manifest.copies(), record);
    }

    List<PackRecord> wholeRecords(Manifest manifest, ByteBuffer content, long stamp) {
        var address = manifest.tree().address();
        var record = PackRecord.whole(stamp, address, manifest.copies(), manifest.encode(), content.duplicate());
        return Collections.nCopies(manifest.copies(), record);
    }

    private Stored publish(Manifest manifest, List<PackRecord> records) {
        var address = manifest.tree().address();
        var spread = Spread.start(volumes, records, List.of());
        try {
            spread.await();
        } catch (StoreException e) {
            retract(address, records.getFirst().head().stamp(), spread);
            throw e;
        }
        objects.settled(address);
        moments.stored(address);
        return new Stored(objects.info(manifest), true);
    }

    /** Too few copies: the write failed, so the copies there are must not become an object, now or after a restart. */
    private void retract(ContentAddress address, long stamp, Spread spread) {
        for (var volume : spread.written()) {
            var _ = volume.append(PackRecord.note(Kind.TOMBSTONE, 0, stamp + 1, address), true);
            var found = volume.objects().get(address.a(), address.b());
            if (found.stamp() == stamp) {
                volume.forget(true, address.a(), address.b(), found.place());
            }
        }
    }

    @Override
    public Deletion delete(ContentAddress address) {
        return gates.through(address, () -> {
            if (!objects.known(address)) {
                objects.settled(address);
                return Deletion.ABSENT;
            }
            if (control.pinned(address)) {
                return Deletion.PINNED;
            }
            state(PackRecord.note(Kind.TOMBSTONE, 0, stamps.next(), address));
            for (var volume : volumes.volumes()) {
                long place = volume.objects().place(address);
                if (place != 0) {
                    volume.forget(true, address.a(), address.b(), place);
                }
            }
            objects.settled(address);
            moments.deleted(address);
            return Deletion.DELETED;
        });
    }

    @Override
    public boolean pin(ContentAddress address, boolean pinned) {
        return gates.through(address, () -> {
            if (!objects.known(address)) {
                return false;
            }
            if (control.pinned(address) != pinned) {
                state(PackRecord.note(Kind.PIN, pinned ? 1 : 0, stamps.next(), address));
            }
            return true;
        });
    }

    /** Says something on every volume that takes it; at least one must. */
    private void state(PackRecord note) {
        var places = new ArrayList<java.util.concurrent.CompletableFuture<Void>>();
        for (var volume : volumes.volumes()) {
            places.add(volume.append(note, true).thenAccept(_ -> control.said(volume.name(), note.head())));
        }
        StoreException refusal = new StoreException(Reason.DEGRADED, "no volume takes it");
        boolean durable = false;
        for (var place : places) {
            try {
                place.join();
                durable = true;
            } catch (CompletionException e) {
                refusal = e.getCause() instanceof StoreException known ? known : refusal;
            }
        }
        if (!durable) {
            throw refusal;
        }
        control.note(note.head());
    }

    /** Whether compaction must keep a record that is neither piece nor object. */
    boolean keeps(Volume volume, Head head) {
        return switch (head.kind()) {
            case TOMBSTONE, PIN -> control.keeps(head, volumes);
            case UPLOAD, PART, UPLOAD_END -> uploads.keeps(head);
            case CURSOR -> cursors.keeps(volume, head);
            case DATA, SHARD, OBJECT, WHOLE -> true;
        };
    }

    /** Looks after the volumes: lost, replaced, back. Answers whether any changed. */
    public boolean checkVolumes() {
        boolean changed = volumes.check();
        if (changed) {
            agree();
            moments.wantsPlan();
        }
        return changed;
    }

    public List<VolumeInfo> volumeInfos() {
        return volumes.infos();
    }

    public EmbeddedUploads uploads() {
        return uploads;
    }

    /** Restores what lacks pieces. */
    public Repairer repairer() {
        return new Repairer(this);
    }

    /** Verifies everything, a step at a time. */
    public Scrubber scrubber() {
        return new Scrubber(this, cursors);
    }

    /** Finds chunks that nobody refers to, and gives their space back. */
    public Collector collector() {
        return new Collector(this);
    }

    /** Makes everything durable and lets go of the volumes. */
    @Override
    public void close() {
        volumes.close();
    }

    Durability policy() {
        return policy.get();
    }

    InstantSource clock() {
        return clock;
    }

    Stamps stamps() {
        return stamps;
    }

    StoreMoments moments() {
        return moments;
    }

    Control control() {
        return control;
    }

    Intents intents() {
        return intents;
    }

    Gates gates() {
        return gates;
    }

    VolumeSet volumes() {
        return volumes;
    }

    Chunks chunks() {
        return chunks;
    }

    ObjectIndex objects() {
        return objects;
    }
}
