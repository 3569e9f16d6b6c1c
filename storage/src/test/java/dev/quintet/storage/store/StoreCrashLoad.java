package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.store.pack.DiskFiles;
import dev.quintet.storage.store.pack.VolumeFiles;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/** A process that stores, uploads, deletes, collects and compacts until it is killed, and says what it has acknowledged. */
final class StoreCrashLoad {
    private StoreCrashLoad() {}

    static Map<String, VolumeFiles> places(Path directory) {
        var places = new LinkedHashMap<String, VolumeFiles>();
        for (int i = 1; i <= 3; i++) {
            places.put("v" + i, new DiskFiles(directory.resolve("v" + i)));
        }
        return places;
    }

    /** The content is told by its seed, so that the parent can make it again. */
    static byte[] content(long seed) {
        return Rig.bytes(seed, Math.floorMod(seed * 7_919, 200_000));
    }

    /** Arguments: directory, seed. */
    public static void main(String[] arguments) throws Exception {
        var store = new Rig().open(places(Path.of(arguments[0])), "rf=2", 256 << 10);
        var out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
        var printing = new ReentrantLock();
        var seeds = new Random(Long.parseLong(arguments[1]));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 3; i++) {
                var random = new Random(seeds.nextLong());
                var _ = threads.submit(() -> {
                    while (true) {
                        String line = step(store, random);
                        printing.lock();
                        try {
                            out.println(line);
                        } finally {
                            printing.unlock();
                        }
                    }
                });
            }
            var _ = threads.submit(() -> {
                var collector = store.collector();
                while (true) {
                    collector.collect();
                    collector.compact(0.2, Rig.NO_WAIT);
                }
            });
        }
    }

    private static String step(EmbeddedStore store, Random random) {
        long seed = random.nextLong();
        byte[] content = content(seed);
        ContentAddress address = random.nextInt(3) == 0 ? upload(store, content) : Rig.put(store, content);
        if (random.nextInt(3) > 0) {
            store.delete(address);
            return "deleted " + seed;
        }
        return "stored " + seed;
    }

    private static ContentAddress upload(EmbeddedStore store, byte[] content) {
        var uploads = store.uploads();
        String id = uploads.create(
                        "",
                        OptionalLong.of(content.length),
                        "",
                        Optional.empty(),
                        Instant.now().plusSeconds(600))
                .id();
        int half = content.length / 2;
        uploads.append(id, 0, ByteBuffer.wrap(content, 0, half));
        uploads.append(id, half, ByteBuffer.wrap(content, half, content.length - half));
        return uploads.finish(id).object().address();
    }
}
