package dev.quintet.storage.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.domain.Maintenance.VolumeInfo;
import dev.quintet.storage.domain.Maintenance.VolumeState;
import dev.quintet.storage.store.pace.RepairBudget;
import dev.quintet.storage.store.pack.DiskFiles;
import dev.quintet.storage.store.pack.VolumeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that vanishes under load, and an empty one in its place. */
@Timeout(180)
class VolumeLossTest {
    private static final long RATE = 16 << 20;

    @TempDir
    private Path directory;

    @Test
    void noReadFailsAndEveryCopyComesBackWithinTheBudget() throws Exception {
        var rig = new Rig();
        var places = new LinkedHashMap<String, VolumeFiles>();
        for (String name : List.of("v1", "v2", "v3")) {
            places.put(name, new DiskFiles(directory.resolve(name)));
        }
        try (var store = rig.open(places, "rf=2", 1 << 20);
                var threads = Executors.newFixedThreadPool(3)) {
            var model = new LinkedHashMap<ContentAddress, byte[]>();
            for (int i = 0; i < 60; i++) {
                byte[] content = Rig.bytes(i, i % 3 == 0 ? 300_000 : 40_000);
                model.put(Rig.put(store, content), content);
            }
            var done = new AtomicBoolean();
            var readers = new ArrayList<java.util.concurrent.Future<Integer>>();
            for (int i = 0; i < 3; i++) {
                var random = new Random(i);
                readers.add(threads.submit(reader(store, model, random, done)));
            }

            remove(directory.resolve("v2"));
            assertThat(store.checkVolumes()).isTrue();
            assertThat(store.volumeInfos()).extracting(VolumeInfo::state).contains(VolumeState.LOST);
            long first = repair(store, rig);
            assertThat(store.repairer().plan(1).missing())
                    .as("two volumes are left for two copies")
                    .isZero();

            Files.createDirectory(directory.resolve("v2"));
            assertThat(store.checkVolumes()).isTrue();
            assertThat(store.volumeInfos()).extracting(VolumeInfo::state).containsOnly(VolumeState.HEALTHY);

            remove(directory.resolve("v1"));
            Files.createDirectory(directory.resolve("v1"));
            assertThat(store.checkVolumes()).as("replaced by an empty one").isTrue();
            long second = repair(store, rig);
            assertThat(store.repairer().plan(1).missing()).isZero();

            done.set(true);
            for (var reader : readers) {
                assertThat(reader.get()).isPositive();
            }
            assertThat(first).isPositive();
            assertThat(second).isPositive();
        }
    }

    /** Repairs everything within the budget; answers the bytes. */
    private static long repair(EmbeddedStore store, Rig rig) throws InterruptedException {
        long before = rig.repairedBytes.get();
        long began = System.nanoTime();
        var budget = new RepairBudget(System::nanoTime, () -> RATE, _ -> {});
        var repairer = store.repairer();
        for (var plan : repairer.plan(1_000).plans()) {
            repairer.repair(plan.address(), budget.lane(plan.urgent()));
        }
        long bytes = rig.repairedBytes.get() - before;
        double seconds = (System.nanoTime() - began) / 1e9;
        assertThat(bytes).as("bytes in %.2f s", seconds).isLessThanOrEqualTo((long) (RATE * (seconds + 0.1)));
        return bytes;
    }

    private static Callable<Integer> reader(
            EmbeddedStore store, Map<ContentAddress, byte[]> model, Random random, AtomicBoolean done) {
        var addresses = List.copyOf(model.keySet());
        return () -> {
            int reads = 0;
            do {
                var address = addresses.get(random.nextInt(addresses.size()));
                assertThat(Rig.get(store, address)).isEqualTo(model.get(address));
                reads++;
            } while (!done.get());
            return reads;
        };
    }

    private static void remove(Path path) throws IOException {
        try (var files = Files.walk(path)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
