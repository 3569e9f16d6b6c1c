package dev.quintet.storage.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.content.ContentAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writers that store and delete objects which share chunks, while the collector takes what nobody refers to. */
@Timeout(180)
class CollectorRaceTest {
    private static final int WRITERS = 4;
    private static final int ROUNDS = 250;
    private static final int CHUNK = 64 << 10;

    @Test
    void whatWasStoredIsNeverCollected() throws Exception {
        var rig = new Rig();
        byte[] pool = Rig.bytes(5, 6 * CHUNK);
        try (var store = rig.open(Rig.memory(2, 1L << 30), "rf=1", 4 << 20);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var done = new AtomicBoolean();
            var collector = threads.submit(() -> {
                var upkeep = store.collector();
                int taken = 0;
                while (!done.get()) {
                    taken += upkeep.collect();
                    upkeep.compact(0.5, Rig.NO_WAIT);
                }
                return taken;
            });
            var writers = new ArrayList<Callable<Integer>>();
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                writers.add(() -> write(store, pool, writer));
            }
            for (var outcome : threads.invokeAll(writers)) {
                assertThat(outcome.get()).isEqualTo(ROUNDS);
            }
            done.set(true);
            assertThat(collector.get()).as("chunks collected").isPositive();
        }
        assertThat(rig.faults).as("pieces missed by a reader").hasValue(0);
    }

    /** The first chunks are everybody's, so they are left behind by one writer while another relies on them. */
    private static int write(EmbeddedStore store, byte[] pool, int writer) {
        var random = new Random(writer);
        int rounds = 0;
        for (; rounds < ROUNDS; rounds++) {
            byte[] content = Arrays.copyOf(pool, (1 + random.nextInt(4)) * CHUNK + 10);
            content[content.length - 1] = (byte) writer;
            content[content.length - 2] = (byte) rounds;
            ContentAddress address = Rig.put(store, content);
            assertThat(Rig.get(store, address)).isEqualTo(content);
            store.delete(address);
        }
        return rounds;
    }
}
