package dev.quintet.shared.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Damage that no crash does: flipped bits, cut, stretched, emptied and exchanged files. After a clean close none of it
 * may cost an acknowledged record unnoticed. After a kill the records of the very last sync are the exception: there,
 * damage looks exactly like a torn write, and is cut like one.
 */
class DamageTest {
    private static final JournalSettings SETTINGS = new JournalSettings(1024, 512);
    private static final Path DIRECTORY = Path.of("journal");
    private static final int RECORD_BYTES_MAX = 60;
    private static final int ROUNDS = 4_000;

    private final List<byte[]> records = new ArrayList<>();
    private int lastSync;

    @Test
    void aFlippedBitIsHarmlessOrNamedExactly() throws IOException {
        everySeed((random, disk) -> {
            var victim = victim(random, disk);
            byte[] content = disk.content(victim);
            int at = random.nextInt(content.length);
            content[at] ^= (byte) (1 << random.nextInt(8));
            disk.overwrite(victim, content);
            return new Damage(victim, at, at + 1);
        });
    }

    @Test
    void aRunOfGarbageIsHarmlessOrNamedExactly() throws IOException {
        everySeed((random, disk) -> {
            var victim = victim(random, disk);
            byte[] content = disk.content(victim);
            int from = random.nextInt(content.length);
            int to = from + random.nextInt(content.length - from) + 1;
            byte[] garbage = new byte[to - from];
            if (random.nextBoolean()) {
                random.nextBytes(garbage);
            }
            System.arraycopy(garbage, 0, content, from, garbage.length);
            disk.overwrite(victim, content);
            return new Damage(victim, from, to);
        });
    }

    @Test
    void aCutOrStretchedFileIsNamedExactly() throws IOException {
        everySeed((random, disk) -> {
            var victim = victim(random, disk);
            byte[] content = disk.content(victim);
            int length = random.nextInt(content.length + 64);
            disk.overwrite(victim, Arrays.copyOf(content, length));
            return new Damage(victim, Math.min(length, content.length), content.length);
        });
    }

    @Test
    void aMissingFileIsNamedUnlessItHeldNothing() throws IOException {
        everySeed((random, disk) -> {
            var victim = victim(random, disk);
            disk.erase(victim);
            return new Damage(victim, 0, 0);
        });
    }

    private record Damage(Path file, int from, int to) {
        /** Whether it destroyed everything from some record to the end: then nothing is left to tell of it. */
        boolean reachesTheEnd(byte[] before, boolean sealed) {
            int end = before.length;
            while (end > 0 && before[end - 1] == 0) {
                end--;
            }
            int lastFrame = sealed ? Frame.BYTES : Frame.BYTES + RECORD_BYTES_MAX;
            return to > end - lastFrame;
        }
    }

    private interface Vandal {
        Damage strike(Random random, FaultyFileLayer disk) throws IOException;
    }

    private void everySeed(Vandal vandal) throws IOException {
        Long replayed = Long.getLong("quintet.crash.seed");
        var seeds = new Random();
        for (int i = 0; i < (replayed == null ? ROUNDS : 1); i++) {
            long seed = replayed == null ? seeds.nextLong() : replayed;
            try {
                round(new Random(seed), vandal);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("replay with -Dquintet.crash.seed=" + seed, e);
            }
        }
    }

    private void round(Random random, Vandal vandal) throws IOException {
        var disk = new FaultyFileLayer(random);
        boolean clean = random.nextBoolean();
        write(random, disk, clean);
        var before = new HashMap<Path, byte[]>();
        for (var path : segments(disk)) {
            before.put(path, disk.content(path));
        }
        var damage = vandal.strike(random, disk);
        int found;
        try (var log = SegmentedLog.open(DIRECTORY, SETTINGS, disk, Runnable::run)) {
            log.newestSnapshot();
            found = read(log);
        } catch (CorruptionException e) {
            checkReport(e, damage);
            return;
        }
        if (!damage.reachesTheEnd(before.getOrDefault(damage.file(), new byte[0]), clean)) {
            // The last sync's records are only at the mercy of damage to themselves, and only without a seal.
            assertThat(found).isBetween(clean ? records.size() : lastSync, records.size());
        }
    }

    private void write(Random random, FaultyFileLayer disk, boolean clean) {
        records.clear();
        var log = SegmentedLog.open(DIRECTORY, SETTINGS, disk, Runnable::run);
        int syncs = 1 + random.nextInt(20);
        for (int i = 0; i < syncs; i++) {
            lastSync = records.size();
            for (int j = random.nextInt(5); j >= 0; j--) {
                records.add(new byte[random.nextInt(RECORD_BYTES_MAX + 1)]);
                random.nextBytes(records.getLast());
                log.append(ByteBuffer.wrap(records.getLast()));
            }
            log.sync();
        }
        if (clean) {
            log.close();
        }
        disk.killProcess();
    }

    private int read(SegmentedLog log) {
        int found = 0;
        try (var reader = log.read(1)) {
            while (reader.next()) {
                var record = new byte[reader.record().remaining()];
                reader.record().get(record);
                assertThat(record).isEqualTo(records.get(found++));
            }
        }
        return found;
    }

    /** The report names the damaged file, at or before the damage and no further before it than one frame. */
    private static void checkReport(CorruptionException report, Damage damage) {
        assertThat(report.file())
                .as(report.toString())
                .isEqualTo(String.valueOf(damage.file().getFileName()));
        assertThat(report.offset())
                .as("%s for %s", report, damage)
                .isBetween((long) damage.from() - RECORD_BYTES_MAX - Frame.BYTES, (long) damage.to());
    }

    private static Path victim(Random random, FaultyFileLayer disk) throws IOException {
        var paths = segments(disk);
        return paths.get(random.nextInt(paths.size()));
    }

    private static List<Path> segments(FaultyFileLayer disk) throws IOException {
        return disk.list(DIRECTORY).stream()
                .filter(name -> name.endsWith(Segments.SUFFIX))
                .sorted()
                .map(DIRECTORY::resolve)
                .toList();
    }
}
