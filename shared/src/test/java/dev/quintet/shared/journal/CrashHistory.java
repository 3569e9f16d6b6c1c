package dev.quintet.shared.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.journal.JournalException.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * One history of a log on a {@link FaultyFileLayer}: lives full of random operations, each ended by a close, a killed
 * process, a failing disk or a power cut, and each followed by a recovery that must find what the model demands: all
 * acknowledged records, perhaps some more that were submitted, in order, without gaps; and everything found is from then
 * on as good as acknowledged.
 */
final class CrashHistory {
    private static final JournalSettings SETTINGS = new JournalSettings(1024, 512);
    private static final Path DIRECTORY = Path.of("journal");

    private final Random random;
    private final FaultyFileLayer disk;
    private final List<byte[]> submitted = new ArrayList<>();
    private final int recordBytes; // of every record; negative: each its own
    private int acknowledged;
    private long snapshotted;
    private int recoveries;

    CrashHistory(long seed, FaultyFileLayer.Sabotage... sabotage) {
        this.random = new Random(seed);
        this.disk = new FaultyFileLayer(random);
        // Equal lengths let what is left of lost records line up behind new ones.
        this.recordBytes = random.nextInt(80) - 40;
        Arrays.stream(sabotage).forEach(disk::sabotage);
    }

    /** Answers how many recoveries succeeded and were checked. */
    int run(int lives) {
        for (int life = 0; life < lives; life++) {
            boolean last = life == lives - 1;
            if (!last) {
                plan();
            }
            try {
                live();
            } catch (JournalException e) {
                // Corruption is never an answer to a crash; a failure is, when the plan had one.
                assertThat(e.reason()).as(e.toString()).isIn(Reason.FAILED, Reason.NO_SPACE);
            } catch (UncheckedIOException _) {
                // A failed snapshot or pruning.
            }
            end();
        }
        return recoveries;
    }

    private void plan() {
        int when = random.nextInt(60);
        switch (random.nextInt(6)) {
            case 0 -> disk.failWriteAfter(when);
            case 1 -> disk.failSyncAfter(when);
            case 2 -> disk.room(random.nextInt(8_000));
            case 3, 4 -> disk.cutPowerAfter(when * 2);
            default -> {}
        }
    }

    private void end() {
        if (random.nextInt(3) == 0) {
            disk.killProcess();
        } else {
            disk.losePower();
        }
    }

    private void live() {
        var log = SegmentedLog.open(DIRECTORY, SETTINGS, disk, Runnable::run);
        check(log);
        int operations = random.nextInt(40);
        for (int i = 0; i < operations; i++) {
            operate(log);
        }
        if (random.nextInt(3) == 0) {
            log.close();
            acknowledged = submitted.size();
        }
    }

    private void operate(SegmentedLog log) {
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> {
                log.sync();
                acknowledged = submitted.size();
            }
            case 3 -> snapshot(log);
            case 4 -> log.prune(random.nextLong(log.durableSequence() + 1));
            default -> append(log);
        }
    }

    private void append(SegmentedLog log) {
        var record = new byte[recordBytes >= 0 ? recordBytes : random.nextInt(random.nextInt(10) == 0 ? 513 : 40)];
        random.nextBytes(record);
        submitted.add(record);
        try {
            log.append(ByteBuffer.wrap(record));
        } catch (JournalException e) {
            if (e.reason() != Reason.NO_SPACE) {
                throw e;
            }
            // Promised: nothing was written, and the log goes on.
            submitted.removeLast();
        }
    }

    private void snapshot(SegmentedLog log) {
        long sequence = log.durableSequence();
        if (sequence > 0) {
            log.saveSnapshot(sequence, out -> out.write(state(sequence)));
            snapshotted = Math.max(snapshotted, sequence);
        }
    }

    private byte[] state(long sequence) {
        int hash = submitted.stream().limit(sequence).mapToInt(Arrays::hashCode).reduce(7, (a, b) -> 31 * a + b);
        return ByteBuffer.allocate(12).putLong(sequence).putInt(hash).array();
    }

    private void check(SegmentedLog log) {
        int found = (int) log.durableSequence();
        assertThat(found).as("records found").isBetween(acknowledged, submitted.size());
        long first = log.firstSequence();
        try (var reader = log.read(Math.max(1, first))) {
            for (long sequence = first; sequence <= found; sequence++) {
                assertThat(reader.next()).isTrue();
                assertThat(reader.sequence()).isEqualTo(sequence);
                var record = new byte[reader.record().remaining()];
                reader.record().get(record);
                assertThat(record).as("record %d", sequence).isEqualTo(submitted.get((int) sequence - 1));
            }
            assertThat(reader.next()).isFalse();
        }
        checkSnapshot(log);
        submitted.subList(found, submitted.size()).clear();
        acknowledged = found;
        recoveries++;
    }

    private void checkSnapshot(SegmentedLog log) {
        var newest = log.newestSnapshot();
        long covered = newest.map(Snapshot::sequence).orElse(0L);
        assertThat(covered).as("snapshot").isGreaterThanOrEqualTo(snapshotted);
        snapshotted = covered;
        newest.ifPresent(snapshot -> {
            assertThat(snapshot.passedOver()).isEmpty();
            try (var content = snapshot.open()) {
                assertThat(content.readAllBytes()).isEqualTo(state(covered));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
