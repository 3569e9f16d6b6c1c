package dev.quintet.shared.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.quintet.shared.journal.JournalException.Reason;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a disk that refuses does to a log: one refusal is passed on and survived, the others are final. */
class FailureTest {
    private static final JournalSettings SETTINGS = new JournalSettings(1024, 512);

    private final FaultyFileLayer disk = new FaultyFileLayer(new Random(1));
    private final List<Runnable> background = new ArrayList<>();

    @Test
    void aFullDiskRefusesAppendsUntilThereIsSpaceAgain() {
        // Given
        var log = open();
        disk.room(0);
        long last = fillUntilRefused(log);

        // When
        disk.room(Long.MAX_VALUE);
        long next = append(log);

        // Then
        assertThat(next).isEqualTo(last + 1);
        assertThat(log.sync()).isEqualTo(next);
        assertThat(log.read(1).next()).isTrue();
    }

    @Test
    void whatWasAcceptedBeforeTheDiskWasFullCanStillBeSynced() {
        var log = open();
        disk.room(0);
        long last = fillUntilRefused(log);

        log.sync();
        disk.losePower();

        assertThat(open().durableSequence()).isEqualTo(last);
    }

    @Test
    void afterAFailedSyncNothingIsEverTriedAgain() {
        // Given
        var log = open();
        append(log);
        log.sync();
        append(log);
        disk.failSyncAfter(0);
        assertThat(refusal(log::sync)).isEqualTo(Reason.FAILED);

        // When
        disk.failSyncAfter(Integer.MAX_VALUE);

        // Then
        assertThat(refusal(log::sync)).isEqualTo(Reason.FAILED);
        assertThat(refusal(() -> append(log))).isEqualTo(Reason.FAILED);
        assertThat(log.durableSequence()).isEqualTo(1);
        log.close();
        disk.losePower();
        assertThat(open().durableSequence()).isBetween(1L, 2L);
    }

    @Test
    void aFailedWriteIsFinalToo() {
        var log = open();
        append(log);
        disk.failWriteAfter(0);
        assertThat(refusal(log::sync)).isEqualTo(Reason.FAILED);

        disk.failWriteAfter(Integer.MAX_VALUE);

        assertThat(refusal(log::sync)).isEqualTo(Reason.FAILED);
        assertThat(log.durableSequence()).isZero();
    }

    @Test
    void theNextSegmentIsMadeInTheBackground() {
        // Given
        var log = SegmentedLog.open(Path.of("journal"), SETTINGS, disk, background::add);
        assertThat(background).hasSize(1);
        background.removeFirst().run();

        // When
        disk.room(0);
        for (int i = 0; i < 2; i++) {
            log.append(ByteBuffer.allocate(512));
        }
        log.sync();

        // Then
        assertThat(log.durableSequence()).isEqualTo(2);
        assertThat(background).hasSize(1);
    }

    private SegmentedLog open() {
        return SegmentedLog.open(Path.of("journal"), SETTINGS, disk, Runnable::run);
    }

    private static long append(SegmentedLog log) {
        return log.append(ByteBuffer.allocate(100));
    }

    private static long fillUntilRefused(SegmentedLog log) {
        long last = 0;
        while (true) {
            try {
                last = append(log);
            } catch (JournalException e) {
                assertThat(e.reason()).isEqualTo(Reason.NO_SPACE);
                return last;
            }
        }
    }

    private static Reason refusal(Runnable call) {
        return catchThrowableOfType(JournalException.class, call::run).reason();
    }
}
