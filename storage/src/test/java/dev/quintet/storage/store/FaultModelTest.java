package dev.quintet.storage.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.domain.ObjectStore.Deletion;
import dev.quintet.storage.domain.StoreException;
import dev.quintet.storage.store.pack.VolumeFiles;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random histories beside a map. Between repairs all faults hit as many volumes as the durability survives, so every read
 * must be right; {@code -Dquintet.storage.faults=10000} raises their number, {@code -Dquintet.storage.seed=S} replays.
 */
@Timeout(600)
class FaultModelTest {
    private static final int FAULTS = Integer.getInteger("quintet.storage.faults", 2_500);
    private static final int FAULTS_PER_ROUND = 60;
    private static final int[] SIZES = {0, 1, 900, 5_000, 65_536, 65_537, 150_000};

    private final Rig rig = new Rig();
    private final Map<ContentAddress, byte[]> model = new LinkedHashMap<>();
    private final Set<ContentAddress> pinned = new HashSet<>();
    private final List<ContentAddress> deleted = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"rf=2,3", "ec=2+1,4"})
    void noFaultIsEverSeenByAReader(String durability, int volumes) throws Exception {
        long seed = Long.getLong("quintet.storage.seed", 20_261_118L);
        var random = new Random(seed);
        var places = Rig.memory(volumes, 64 << 20);
        var names = new ArrayList<>(places.keySet());
        var store = rig.open(places, durability, 256 << 10);
        int injected = 0;
        try {
            while (injected < FAULTS / 2) {
                for (int i = 0; i < 12; i++) {
                    change(store, random);
                }
                var victim = files(places, names.get(random.nextInt(volumes)));
                int kind = random.nextInt(8);
                if (kind == 0) {
                    Damage.replace(victim);
                    injected++;
                } else if (kind == 1) {
                    Damage.losePack(victim, random);
                    injected++;
                } else if (kind == 2) {
                    store.close();
                    Damage.tear(victim, random);
                    store = rig.open(places, durability, 256 << 10);
                    injected++;
                } else {
                    for (int i = 0; i < FAULTS_PER_ROUND; i++) {
                        Damage.flip(victim, random);
                    }
                    injected += FAULTS_PER_ROUND;
                }
                // A lost pack shows only when its file is opened again; until then its loss would not count as healed.
                if (kind == 1 || random.nextInt(3) == 0) {
                    store.close();
                    store = rig.open(places, durability, 256 << 10);
                }
                readEverything(store, seed);
                heal(store);
                if (random.nextInt(4) == 0) {
                    var collector = store.collector();
                    collector.collect();
                    collector.collect();
                    collector.compact(0.2, Rig.NO_WAIT);
                    readEverything(store, seed);
                }
            }
            assertThat(rig.faults.get()).as("faults that somebody noticed").isPositive();
        } finally {
            store.close();
        }
    }

    private void change(EmbeddedStore store, Random random) {
        int what = random.nextInt(10);
        if (what < 6 || model.isEmpty()) {
            byte[] content = Rig.bytes(random.nextLong(), SIZES[random.nextInt(SIZES.length)]);
            model.put(Rig.put(store, content), content);
            return;
        }
        var address = List.copyOf(model.keySet()).get(random.nextInt(model.size()));
        if (what < 8) {
            boolean held = pinned.contains(address);
            assertThat(store.delete(address)).isEqualTo(held ? Deletion.PINNED : Deletion.DELETED);
            if (!held) {
                model.remove(address);
                deleted.add(address);
            }
        } else {
            boolean pin = random.nextInt(3) == 0;
            assertThat(store.pin(address, pin)).isTrue();
            if (pin) {
                pinned.add(address);
            } else {
                pinned.remove(address);
            }
        }
    }

    private void readEverything(EmbeddedStore store, long seed) {
        model.forEach((address, content) -> {
            try {
                assertThat(Rig.get(store, address)).as("seed %d", seed).isEqualTo(content);
            } catch (StoreException e) {
                fail("seed " + seed + ": " + address + " of " + content.length + " bytes: " + e.getMessage());
            }
        });
        deleted.removeIf(model::containsKey);
        deleted.forEach(address -> assertThat(store.find(address)).as("deleted").isEmpty());
    }

    /** What the ticks do: look after the volumes, verify everything, restore what is missing. */
    private static void heal(EmbeddedStore store) throws InterruptedException {
        store.checkVolumes();
        var scrubber = store.scrubber();
        scrubber.restart();
        scrubber.step(Integer.MAX_VALUE, Rig.NO_WAIT);
        assertThat(Rig.repairAll(store)).as("pieces missing after the repair").isZero();
    }

    private static VolumeFiles files(Map<String, VolumeFiles> places, String name) {
        var files = places.get(name);
        assertThat(files).isNotNull();
        return java.util.Objects.requireNonNull(files);
    }
}
