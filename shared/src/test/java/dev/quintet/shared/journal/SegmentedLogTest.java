package dev.quintet.shared.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.quintet.shared.journal.JournalException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentedLogTest extends RecordLogContract {
    @TempDir
    Path directory;

    @Override
    RecordLog open() {
        return SegmentedLog.open(directory, SMALL);
    }

    @Test
    void findsEverythingAfterReopening() {
        for (int i = 1; i <= 100; i++) {
            append("record " + i);
            if (i % 7 == 0) {
                reopen();
            }
        }
        reopen();
        assertThat(texts(1)).hasSize(100).startsWith("record 1").endsWith("record 100");
        assertThat(append("next")).isEqualTo(101);
    }

    @Test
    void isLockedWhileOpen() {
        assertThatThrownBy(this::open).matches(e -> reason(e) == Reason.LOCKED);
        log.close();
        log = open();
    }

    @Test
    void takesRecordsLongerThanItsWriteBuffer() {
        log.close();
        log = SegmentedLog.open(directory, new JournalSettings(4 << 20, 1 << 20));
        String large = "x".repeat(1 << 20);
        for (int i = 0; i < 10; i++) {
            append(large);
            append("small");
        }
        reopen();
        assertThat(texts(1)).hasSize(20).containsOnly(large, "small");
    }

    @Test
    void growsItsSegmentsWhenTheSettingsDo() {
        fill(10);
        log.close();
        log = SegmentedLog.open(directory, new JournalSettings(8192, 4096));
        append("x".repeat(4096));
        append("small");
        reopen();
        assertThat(texts(11)).containsExactly("x".repeat(4096), "small");
    }

    @Test
    void fallsBackToTheSnapshotBeforeADamagedOne() throws IOException {
        fill(100);
        snapshot(40);
        snapshot(80);
        log.prune(100);
        String damaged = "snapshot-%020d.snap".formatted(80);
        flip(damaged, 70);

        reopen();

        var found = log.newestSnapshot().orElseThrow();
        assertThat(found.sequence()).isEqualTo(40);
        assertThat(found.passedOver()).singleElement().returns(damaged, CorruptionException::file);
        assertThat(texts(found.sequence() + 1)).hasSize(60);
    }

    @Test
    void neverCountsADamagedSnapshotWhenDiscardingAndPruning() throws IOException {
        fill(100);
        snapshot(40);
        snapshot(80);
        flip("snapshot-%020d.snap".formatted(80), 70);

        snapshot(90);
        log.prune(100);

        assertThat(log.firstSequence()).isLessThanOrEqualTo(41);
        flip("snapshot-%020d.snap".formatted(90), 70);
        assertThat(log.newestSnapshot().orElseThrow().sequence()).isEqualTo(40);
    }

    @Test
    void refusesToServeWhenNoSoundSnapshotCoversWhatWasPruned() throws IOException {
        fill(100);
        snapshot(40);
        snapshot(80);
        log.prune(100);
        flip("snapshot-%020d.snap".formatted(80), 70);
        flip("snapshot-%020d.snap".formatted(40), 3);

        assertThatThrownBy(log::newestSnapshot).isInstanceOf(CorruptionException.class);
    }

    @Test
    void namesTheMissingSegment() throws IOException {
        fill(100);
        log.close();
        Files.delete(directory.resolve(SegmentHeader.fileName(2)));

        var error = openDamaged();

        assertThat(error.file()).isEqualTo(SegmentHeader.fileName(2));
        assertThat(error.problem()).contains("missing");
        restart();
    }

    @Test
    void noticesThatTheLastSegmentIsMissing() throws IOException {
        fill(1);
        while (segments().size() < 4) {
            fill(1);
        }
        log.close();
        String last = segments().get(2);
        Files.delete(directory.resolve(segments().get(3)));
        Files.delete(directory.resolve(last));

        assertThat(openDamaged().file()).isEqualTo(last);
        restart();
    }

    @Test
    void noticesSwappedSegments() throws IOException {
        fill(100);
        log.close();
        var third = directory.resolve(SegmentHeader.fileName(3));
        Files.copy(directory.resolve(SegmentHeader.fileName(2)), third, StandardCopyOption.REPLACE_EXISTING);

        assertThat(openDamaged().file()).isEqualTo(SegmentHeader.fileName(3));
        restart();
    }

    @Test
    void noticesASegmentFromAnOlderBackup() throws IOException {
        fill(100);
        log.close();
        // The same journal could have had this second segment: same identity, same sequences, other records.
        var second = directory.resolve(SegmentHeader.fileName(2));
        rewriteOneRecord(second);
        log = open();

        var error = catchThrowableOfType(CorruptionException.class, () -> texts(1));

        assertThat(error.file()).isEqualTo(SegmentHeader.fileName(3));
        assertThat(error.problem()).contains("does not continue");
    }

    @Test
    void takesNoFrameOfAnotherJournalForItsOwn(@TempDir Path elsewhere) throws IOException {
        // Given
        fill(3);
        log.close();
        try (var other = SegmentedLog.open(elsewhere, SMALL)) {
            for (int i = 0; i < 5; i++) {
                other.append(ByteBuffer.wrap(("record " + i).getBytes(StandardCharsets.UTF_8)));
            }
            other.sync();
        }
        String first = SegmentHeader.fileName(1);
        byte[] theirs = Files.readAllBytes(elsewhere.resolve(first));
        byte[] ours = Files.readAllBytes(directory.resolve(first));
        int seal = lastNonZero(ours) + 1 - Frame.BYTES;
        System.arraycopy(theirs, seal, ours, seal, ours.length - seal);
        Files.write(directory.resolve(first), ours);

        // When
        log = open();

        // Then
        assertThat(log.durableSequence()).isEqualTo(3);
    }

    private static int lastNonZero(byte[] bytes) {
        int last = bytes.length - 1;
        while (bytes[last] == 0) {
            last--;
        }
        return last;
    }

    private void rewriteOneRecord(Path path) throws IOException {
        var segments = new Segments(directory, new DiskFileLayer(), SMALL);
        try (var file = segments.layer().open(path)) {
            var header = segments.header(file, "second");
            var cursor = new FrameCursor(file, header);
            assertThat(cursor.at(SegmentHeader.BYTES)).isTrue();
            int record = cursor.end();
            assertThat(cursor.at(record)).isTrue();
            var writer = new SegmentWriter(
                    file, header, ByteBuffer.allocate(512), new Recovery.Tail(record, cursor.index(), 0));
            writer.record(ByteBuffer.wrap(new byte[cursor.end() - record - Frame.BYTES]), cursor.lag());
            writer.sync();
        }
    }

    private CorruptionException openDamaged() {
        return catchThrowableOfType(CorruptionException.class, this::open);
    }

    /** Leaves something the contract's own clean-up can close. */
    private void restart() {
        log = new MemoryLog(SMALL);
    }

    private List<String> segments() throws IOException {
        return new DiskFileLayer()
                .list(directory).stream()
                        .filter(name -> name.endsWith(Segments.SUFFIX))
                        .sorted()
                        .toList();
    }

    private void flip(String name, long offset) throws IOException {
        try (var channel =
                Files.newByteChannel(directory.resolve(name), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            var one = ByteBuffer.allocate(1);
            channel.position(offset).read(one);
            one.put(0, (byte) (one.get(0) ^ 1)).flip();
            channel.position(offset).write(one);
        }
    }

    private void reopen() {
        log.close();
        log = open();
    }
}
