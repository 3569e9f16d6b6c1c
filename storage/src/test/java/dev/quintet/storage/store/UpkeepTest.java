package dev.quintet.storage.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.domain.Maintenance.VolumeInfo;
import dev.quintet.storage.domain.Maintenance.VolumeState;
import dev.quintet.storage.domain.ObjectStore.Deletion;
import dev.quintet.storage.domain.StoreException;
import dev.quintet.storage.domain.StoreException.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Full disks, compaction, scrub and objects beyond repair. */
@Timeout(120)
class UpkeepTest {
    private final Rig rig = new Rig();

    @Test
    void aFullDiskRefusesWritesKeepsReadsAndRecoversByDeletion() throws Exception {
        try (var store = rig.open(Rig.memory(2, 6 << 20), "rf=2", 512 << 10)) {
            Map<ContentAddress, byte[]> model = new LinkedHashMap<>();
            StoreException refusal = null;
            for (int i = 0; refusal == null; i++) {
                byte[] content = Rig.bytes(i, 100_000);
                refusal = catchThrowableOfType(StoreException.class, () -> model.put(Rig.put(store, content), content));
            }

            assertThat(refusal.reason()).isEqualTo(Reason.NO_SPACE);
            assertThat(store.volumeInfos()).extracting(VolumeInfo::state).contains(VolumeState.FULL);
            model.forEach(
                    (address, content) -> assertThat(Rig.get(store, address)).isEqualTo(content));

            var gone = List.copyOf(model.keySet()).subList(0, model.size() * 3 / 4);
            gone.forEach(address -> assertThat(store.delete(address)).isEqualTo(Deletion.DELETED));
            model.keySet().removeAll(gone);
            var collector = store.collector();
            collector.collect();
            assertThat(collector.collect()).isPositive();
            assertThat(collector.compact(0.2, Rig.NO_WAIT)).isPositive();
            store.checkVolumes();
            byte[] content = Rig.bytes(-1, 100_000);
            model.put(Rig.put(store, content), content);
            model.forEach(
                    (address, bytes) -> assertThat(Rig.get(store, address)).isEqualTo(bytes));
        }
    }

    @Test
    void compactionGivesBackTheSpaceOfWhatWasDeleted() throws Exception {
        var places = Rig.memory(3, 64 << 20);
        var kept = new LinkedHashMap<ContentAddress, byte[]>();
        try (var store = rig.open(places, "rf=2", 256 << 10)) {
            var gone = new ArrayList<ContentAddress>();
            for (int i = 0; i < 60; i++) {
                byte[] content = Rig.bytes(i, i % 2 == 0 ? 30_000 : 140_000);
                var address = Rig.put(store, content);
                if (i % 5 == 0) {
                    kept.put(address, content);
                } else {
                    gone.add(address);
                }
            }
            long before = used(store);
            gone.forEach(store::delete);
            var collector = store.collector();
            collector.collect();
            collector.collect();
            collector.compact(0.2, Rig.NO_WAIT);

            assertThat(used(store)).isLessThan(before / 2);
            kept.forEach(
                    (address, content) -> assertThat(Rig.get(store, address)).isEqualTo(content));
        }
        try (var store = rig.open(places, "rf=2", 256 << 10)) {
            kept.forEach(
                    (address, content) -> assertThat(Rig.get(store, address)).isEqualTo(content));
            assertThat(store.repairer().plan(1).objects()).isEqualTo(kept.size());
        }
        assertThat(rig.faults).hasValue(0);
    }

    @Test
    void aReaderKeepsWhatIsDeletedUnderIt() throws Exception {
        try (var store = rig.open(Rig.memory(3, 64 << 20), "rf=2", 256 << 10)) {
            byte[] content = Rig.bytes(1, 500_000);
            var address = Rig.put(store, content);
            try (var reader = store.open(address).orElseThrow()) {
                store.delete(address);
                var collector = store.collector();
                for (int i = 0; i < 3; i++) {
                    collector.collect();
                    collector.compact(0.1, Rig.NO_WAIT);
                }
                assertThat(Rig.all(reader)).isEqualTo(content);
            }
        }
    }

    @Test
    void theScrubFindsDamageThatNobodyReadAndGoesOnAfterARestart() throws Exception {
        var places = Rig.memory(2, 64 << 20);
        try (var store = rig.open(places, "rf=2", 64 << 20)) {
            for (int i = 0; i < 40; i++) {
                Rig.put(store, Rig.bytes(i, 20_000));
            }
            assertThat(store.scrubber().step(10, Rig.NO_WAIT)).isEqualTo(20);
        }
        var files = java.util.Objects.requireNonNull(places.get("v1"));
        // In the payload of one of the last records.
        Damage.flip(files, Damage.packs(files).getFirst(), 38 * 20_200L, (byte) 1);
        Damage.flip(files, Damage.packs(files).getFirst(), 2_000, (byte) 1);
        try (var store = rig.open(places, "rf=2", 64 << 20)) {
            var scrubber = store.scrubber();
            assertThat(scrubber.step(30, Rig.NO_WAIT))
                    .as("what was left of the pass")
                    .isEqualTo(60);
            assertThat(rig.faults).as("the second half's damage").hasValue(1);
            scrubber.restart();
            scrubber.step(1_000, Rig.NO_WAIT);
            assertThat(rig.faults).hasValue(2);
            assertThat(rig.plans.get()).isPositive();
            assertThat(Rig.repairAll(store)).isZero();
            assertThat(rig.repairedBytes.get()).isGreaterThan(40_000);
        }
    }

    @Test
    void anObjectWithoutAGoodCopyIsATypedFailureAndCanBeStoredAgain() throws Exception {
        var places = Rig.memory(2, 64 << 20);
        try (var store = rig.open(places, "rf=2", 64 << 20)) {
            byte[] content = Rig.bytes(1, 20_000);
            var address = Rig.put(store, content);
            for (var files : places.values()) {
                Damage.flip(files, Damage.packs(files).getFirst(), 10_000, (byte) 4);
            }
            for (int i = 0; i < 2; i++) {
                var refusal = catchThrowableOfType(StoreException.class, () -> store.open(address));
                assertThat(refusal.reason()).isEqualTo(Reason.INTEGRITY);
            }
            assertThat(Rig.put(store, content)).isEqualTo(address);
            assertThat(Rig.get(store, address)).isEqualTo(content);
        }
    }

    private static long used(EmbeddedStore store) {
        return store.volumeInfos().stream()
                .mapToLong(info -> info.liveBytes() + info.deadBytes())
                .sum();
    }
}
