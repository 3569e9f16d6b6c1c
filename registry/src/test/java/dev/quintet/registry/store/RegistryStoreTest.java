package dev.quintet.registry.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quintet.registry.Payloads;
import dev.quintet.registry.domain.Checkpoint;
import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Outcome;
import dev.quintet.registry.domain.PrunedException;
import dev.quintet.registry.domain.Registry;
import dev.quintet.registry.domain.payload.Key;
import dev.quintet.registry.domain.payload.Kind;
import dev.quintet.shared.content.MerkleProof;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Restarts, snapshots, pruning and reads at every version, against a plain map per version. */
@Timeout(120)
class RegistryStoreTest {
    private static final int COMMITS = 300;

    @TempDir
    Path directory;

    private final List<Map<String, Long>> folds = new ArrayList<>(List.of(Map.of(), Map.of()));

    @Test
    void readsEveryVersionAsItWasAlsoAfterARestart() {
        try (var drive = new Drive(directory)) {
            history(drive, COMMITS);
            everyVersionReads(drive.registry, 1);
        }
        try (var again = new Drive(directory)) {
            everyVersionReads(again.registry, 1);
            history(again, 20);
            everyVersionReads(again.registry, 1);
        }
    }

    @Test
    void recoversFromTheLogAloneAndFromASnapshotAndItsTail() {
        var drive = new Drive(directory);
        history(drive, 50);
        drive.registry.log().close(); // As after a kill: no snapshot.
        var second = new Drive(directory);
        everyVersionReads(second.registry, 1);
        second.registry.snapshot();
        history(second, 30);
        second.registry.log().close();

        try (var third = new Drive(directory)) {
            everyVersionReads(third.registry, 1);
            assertThat(third.registry.audit().run(Long.MAX_VALUE)).isPositive();
        }
    }

    @Test
    void pruningKeepsTheStateTheProofsAndTheRecovery() {
        long keepFrom = 200;
        byte[] root;
        try (var drive = new Drive(directory)) {
            history(drive, COMMITS);
            root = drive.registry.state().tree().root(COMMITS);
            long before = drive.registry.log().firstSequence();

            // The journal lets a segment go when two snapshots cover it; each needs a record of its own.
            drive.registry.prune(keepFrom);
            history(drive, 1);
            int segments = drive.registry.prune(keepFrom + 1);

            assertThat(segments).isPositive();
            assertThat(drive.registry.log().firstSequence()).isGreaterThan(before);
            everyVersionReads(drive.registry, keepFrom + 1);
        }
        try (var again = new Drive(directory)) {
            everyVersionReads(again.registry, keepFrom + 1);
            assertThatThrownBy(() -> again.registry.artifact(keepFrom)).isInstanceOf(PrunedException.class);
            assertThatThrownBy(() -> again.registry.descriptor(Key.SIGNERS, 5)).isInstanceOf(PrunedException.class);
            var tree = again.registry.state().tree();
            assertThat(MerkleProof.includes(root, COMMITS, tree.leaf(7), 6, tree.inclusion(7, COMMITS)))
                    .isTrue();
            history(again, 10);
            everyVersionReads(again.registry, keepFrom + 1);
            assertThat(again.registry.audit().run(Long.MAX_VALUE)).isPositive();
        }
    }

    @Test
    void keepsCheckpointsAndRefusesALogThatIsNotTheirs() {
        try (var drive = new Drive(directory)) {
            history(drive, 5);
            String root = Base64.getEncoder()
                    .encodeToString(drive.registry.state().tree().root(3));
            var outcome = drive.one(new Command.Keep(
                    new Checkpoint(3, root, drive.registry.update(3).hash(), Instant.EPOCH, "note")));
            assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
        }
        try (var again = new Drive(directory)) {
            assertThat(again.registry
                            .state()
                            .checkpointCovering(2)
                            .orElseThrow()
                            .size())
                    .isEqualTo(3);
            again.one(new Command.Keep(
                    new Checkpoint(4, "AAAA", again.registry.update(4).hash(), Instant.EPOCH, "note")));
        }
        assertThatThrownBy(() -> new Drive(directory)).hasMessageContaining("checkpoint 4");
    }

    /** Random puts and removals of a few keys; remembers what every version amounts to. */
    private void history(Drive drive, int commits) {
        var random = new Random(commits);
        for (int i = 0; i < commits && drive.registry.state().head().version() < COMMITS + 100; i++) {
            var fold = new TreeMap<>(folds.getLast());
            String id = "svc" + random.nextInt(12);
            if (fold.containsKey(id) && random.nextInt(4) == 0) {
                drive.commit(Payloads.remove(id));
                fold.remove(id);
            } else {
                long value = random.nextInt(1_000_000);
                drive.commit(Payloads.put(id, value));
                fold.put(id, value);
            }
            folds.add(fold);
            assertThat(folds).hasSize((int) drive.registry.state().head().version() + 1);
        }
    }

    private void everyVersionReads(Registry registry, long first) {
        assertThat(registry.firstVersion()).isEqualTo(first);
        for (long version = first; version < folds.size(); version++) {
            var found = new HashMap<String, Long>();
            for (var described : registry.descriptors(Kind.SERVICE, null, version, 100)) {
                found.put(described.key().id(), Long.parseLong(described.body().replaceAll("\\D", "")));
                assertThat(described.version()).isLessThanOrEqualTo(version);
            }
            assertThat(found).as("version %d", version).isEqualTo(folds.get((int) version));
        }
    }
}
