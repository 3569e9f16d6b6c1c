package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.storage.domain.Durability;
import dev.quintet.storage.domain.ObjectReader;
import dev.quintet.storage.store.pace.Pace;
import dev.quintet.storage.store.pack.MemoryFiles;
import dev.quintet.storage.store.pack.Volume;
import dev.quintet.storage.store.pack.VolumeFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A store on volumes of the test's choice, which remembers what it was told. */
final class Rig implements StoreMoments {
    static final Pace NO_WAIT = _ -> {};
    static final long RESERVE = 256 << 10;

    final Queue<ContentAddress> damaged = new ConcurrentLinkedQueue<>();
    final AtomicInteger faults = new AtomicInteger();
    final AtomicLong repairedBytes = new AtomicLong();
    final AtomicInteger plans = new AtomicInteger();

    static Map<String, VolumeFiles> memory(int count, long bytes) {
        var places = new LinkedHashMap<String, VolumeFiles>();
        for (int i = 1; i <= count; i++) {
            places.put("v" + i, new MemoryFiles(bytes));
        }
        return places;
    }

    EmbeddedStore open(Map<String, VolumeFiles> places, String durability, long packBytes) {
        var policy = Durability.tryParse(durability).orElseThrow();
        try {
            return EmbeddedStore.open(
                    places,
                    new EmbeddedStore.Surroundings(
                            () -> policy,
                            InstantSource.system(),
                            this,
                            new Volume.Settings(packBytes, RESERVE, 64 << 20, HandlerThreads.named("volume"))));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static byte[] bytes(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    static ContentAddress put(EmbeddedStore store, byte[] content) {
        return store.put(content, "owner", Optional.empty()).object().address();
    }

    static byte[] get(EmbeddedStore store, ContentAddress address) {
        try (var reader = store.open(address).orElseThrow()) {
            return all(reader);
        }
    }

    static byte[] all(ObjectReader reader) {
        var out = new ByteArrayOutputStream();
        for (int i = 0; i < reader.tree().groups(); i++) {
            var chunk = reader.chunk(i);
            byte[] bytes = new byte[chunk.remaining()];
            chunk.get(bytes);
            out.writeBytes(bytes);
        }
        return out.toByteArray();
    }

    /** Repairs everything that lacks pieces; answers how many are missing afterwards. */
    static long repairAll(EmbeddedStore store) throws InterruptedException {
        var repairer = store.repairer();
        for (var plan : repairer.plan(Integer.MAX_VALUE).plans()) {
            try {
                repairer.repair(plan.address(), NO_WAIT);
            } catch (dev.quintet.storage.domain.StoreException _) {
                // Lost for good; the count below says so.
            }
        }
        return repairer.plan(0).missing();
    }

    @Override
    public void damaged(ContentAddress address, Fault fault) {
        faults.incrementAndGet();
        damaged.add(address);
    }

    @Override
    public void wantsPlan() {
        plans.incrementAndGet();
    }

    @Override
    public void stored(ContentAddress address) {}

    @Override
    public void deleted(ContentAddress address) {}

    @Override
    public void repaired(ContentAddress address, long bytes) {
        repairedBytes.addAndGet(bytes);
    }

    @Override
    public void chunkRead(int bytes, long nanos) {}

    @Override
    public void chunkWritten(int bytes) {}
}
