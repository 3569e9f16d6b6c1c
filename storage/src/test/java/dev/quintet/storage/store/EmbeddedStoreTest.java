package dev.quintet.storage.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.domain.ObjectStore.Deletion;
import dev.quintet.storage.domain.StoreException;
import dev.quintet.storage.domain.StoreException.Reason;
import dev.quintet.storage.store.pack.DiskFiles;
import dev.quintet.storage.store.pack.VolumeFiles;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The store from outside, on memory and on disk. */
@Timeout(120)
class EmbeddedStoreTest {
    private static final int[] SIZES = {
        0, 1, 1023, 1024, 1025, 65535, 65536, 65537, 131071, 131072, 131073, (1 << 20) - 1, 1 << 20, (1 << 20) + 1
    };

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"rf=1", "rf=2", "rf=3", "ec=2+1", "ec=4+2"})
    void everySizeComesBackAlsoAfterARestart(String durability) {
        var places = disks(6);
        var rig = new Rig();
        var addresses = new LinkedHashMap<ContentAddress, byte[]>();

        try (var store = rig.open(places, durability, 1 << 20)) {
            for (int size : SIZES) {
                byte[] content = Rig.bytes(size, size);
                var stored = store.put(content, "acc_" + size, Optional.empty());
                assertThat(stored.created()).isTrue();
                assertThat(stored.object().address()).isEqualTo(ContentAddress.of(Blake3.hash(content), 0));
                assertThat(store.put(content, "other", Optional.empty()).created())
                        .isFalse();
                addresses.put(stored.object().address(), content);
                assertThat(Rig.get(store, stored.object().address())).isEqualTo(content);
            }
        }

        try (var store = rig.open(places, "rf=1", 1 << 20)) {
            addresses.forEach((address, content) -> {
                assertThat(Rig.get(store, address)).isEqualTo(content);
                var info = store.find(address).orElseThrow();
                assertThat(info.owner()).isEqualTo("acc_" + content.length);
                assertThat(info.size()).isEqualTo(content.length);
                assertThat(info.durability().toString()).isEqualTo(durability);
            });
            assertThat(store.repairer().plan(10).missing()).isZero();
        }
        assertThat(rig.faults).hasValue(0);
    }

    @Test
    void anotherDigestThanExpectedStoresNothing() {
        try (var store = new Rig().open(Rig.memory(3, 32 << 20), "rf=2", 1 << 20)) {
            var expected = ContentAddress.of(Blake3.hash(new byte[] {1}), 0);
            byte[] content = {2};

            var refusal =
                    catchThrowableOfType(StoreException.class, () -> store.put(content, "", Optional.of(expected)));

            assertThat(refusal.reason()).isEqualTo(Reason.DIGEST_MISMATCH);
            assertThat(store.find(expected)).isEmpty();
            assertThat(store.find(ContentAddress.of(Blake3.hash(content), 0))).isEmpty();
        }
    }

    @Test
    void deletedStaysDeletedOverARestartAndMayBeStoredAgain() {
        var places = disks(3);
        var rig = new Rig();
        byte[] content = Rig.bytes(1, 200_000);
        ContentAddress address;
        try (var store = rig.open(places, "rf=2", 1 << 20)) {
            address = Rig.put(store, content);
            assertThat(store.delete(address)).isEqualTo(Deletion.DELETED);
            assertThat(store.delete(address)).isEqualTo(Deletion.ABSENT);
            assertThat(store.open(address)).isEmpty();
        }
        try (var store = rig.open(places, "rf=2", 1 << 20)) {
            assertThat(store.find(address)).isEmpty();
            assertThat(store.put(content, "", Optional.empty()).created()).isTrue();
        }
        try (var store = rig.open(places, "rf=2", 1 << 20)) {
            assertThat(Rig.get(store, address)).isEqualTo(content);
        }
    }

    @Test
    void aPinProtectsFromDeletionAlsoAfterARestart() {
        var places = disks(3);
        var rig = new Rig();
        ContentAddress address;
        try (var store = rig.open(places, "rf=2", 1 << 20)) {
            address = Rig.put(store, Rig.bytes(1, 10));
            assertThat(store.pin(address, true)).isTrue();
        }
        try (var store = rig.open(places, "rf=2", 1 << 20)) {
            assertThat(store.find(address).orElseThrow().pinned()).isTrue();
            assertThat(store.delete(address)).isEqualTo(Deletion.PINNED);
            assertThat(store.pin(address, false)).isTrue();
            assertThat(store.delete(address)).isEqualTo(Deletion.DELETED);
            assertThat(store.pin(address, true)).isFalse();
        }
    }

    @Test
    void aVolumeThatWasAwayCannotBringBackWhatWasDeleted() throws Exception {
        var places = disks(3);
        var rig = new Rig();
        ContentAddress address;
        try (var store = rig.open(places, "rf=3", 1 << 20)) {
            address = Rig.put(store, Rig.bytes(1, 100));
        }
        Files.move(directory.resolve("v2"), directory.resolve("away"));
        try (var store = rig.open(places, "rf=2", 1 << 20)) {
            assertThat(store.delete(address)).isEqualTo(Deletion.DELETED);
        }
        deleteAll(directory.resolve("v2"));
        Files.move(directory.resolve("away"), directory.resolve("v2"));
        try (var store = rig.open(places, "rf=2", 1 << 20)) {
            assertThat(store.find(address)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rf=2", "ec=2+1"})
    void anUploadInPiecesSurvivesRestartsAndGivesTheSameAddress(String durability) {
        var places = disks(3);
        var rig = new Rig();
        var expires = Instant.now().plusSeconds(3600);
        for (int size : SIZES) {
            byte[] content = Rig.bytes(size, size);
            String id;
            try (var store = rig.open(places, durability, 1 << 20)) {
                id = store.uploads()
                        .create("acc", OptionalLong.of(size), "name eA==", Optional.empty(), expires)
                        .id();
            }
            for (int at = 0, step = 1; at < size; at += step, step = step * 7 + 1) {
                int count = Math.min(Math.min(step, 1 << 20), size - at);
                step = count;
                try (var store = rig.open(places, durability, 1 << 20)) {
                    int offset = at;
                    var wrong = catchThrowableOfType(
                            StoreException.class,
                            () -> store.uploads().append(id, offset + 1L, ByteBuffer.allocate(1)));
                    assertThat(wrong.reason()).isEqualTo(Reason.OFFSET_MISMATCH);
                    var upload = store.uploads().append(id, at, ByteBuffer.wrap(content, at, count));
                    assertThat(upload.offset()).isEqualTo(at + count);
                }
            }
            try (var store = rig.open(places, durability, 1 << 20)) {
                var stored = store.uploads().finish(id);
                assertThat(stored.object().address()).isEqualTo(ContentAddress.of(Blake3.hash(content), 0));
                assertThat(stored.object().owner()).isEqualTo("acc");
                assertThat(Rig.get(store, stored.object().address())).isEqualTo(content);
                assertThat(store.uploads().finish(id).object().address())
                        .isEqualTo(stored.object().address());
                assertThat(store.uploads().find(id).orElseThrow().result())
                        .contains(stored.object().address());
            }
        }
        assertThat(rig.faults).hasValue(0);
    }

    @Test
    void anUploadEndsExpiresAndRefusesWhatDoesNotFit() {
        try (var store = new Rig().open(Rig.memory(3, 32 << 20), "rf=2", 1 << 20)) {
            var uploads = store.uploads();
            var soon = Instant.now().plusSeconds(60);
            String one = uploads.create("", OptionalLong.of(3), "", Optional.empty(), soon)
                    .id();
            String other = uploads.create("", OptionalLong.empty(), "", Optional.empty(), soon)
                    .id();

            assertThat(reason(() -> uploads.append(one, 0, ByteBuffer.allocate(4))))
                    .isEqualTo(Reason.LENGTH);
            assertThat(reason(() -> uploads.finish(one))).isEqualTo(Reason.LENGTH);
            assertThat(uploads.end(one)).isTrue();
            assertThat(reason(() -> uploads.append(one, 0, ByteBuffer.allocate(1))))
                    .isEqualTo(Reason.GONE);
            uploads.append(other, 0, ByteBuffer.allocate(5));
            assertThat(reason(() -> uploads.announce(other, 4))).isEqualTo(Reason.LENGTH);
            assertThat(uploads.announce(other, 5).length()).hasValue(5);
            assertThat(uploads.expire(soon)).isEqualTo(2);
            assertThat(uploads.find(other)).isEmpty();
        }
    }

    private static Reason reason(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return catchThrowableOfType(StoreException.class, call).reason();
    }

    private Map<String, VolumeFiles> disks(int count) {
        var places = new LinkedHashMap<String, VolumeFiles>();
        for (int i = 1; i <= count; i++) {
            places.put("v" + i, new DiskFiles(directory.resolve("v" + i)));
        }
        return places;
    }

    private static void deleteAll(Path path) throws java.io.IOException {
        try (var files = Files.walk(path)) {
            for (var file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
