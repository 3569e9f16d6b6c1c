package dev.quintet.shared.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.fail;

import dev.quintet.shared.journal.JournalException.Reason;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class JournalTest {
    private static final JournalSettings SETTINGS = new JournalSettings(4096, 512);

    private final GatedLog log = new GatedLog();
    private final List<JournalException> fatal = new ArrayList<>();
    private final Journal journal = Journal.start("test", log, 4, fatal::add);

    @Test
    void answersOnlyAfterTheSync() throws InterruptedException {
        // Given
        log.holdSyncs();

        // When
        var answer = journal.append(new byte[] {1});
        log.syncing.await();

        // Then
        assertThat(answer).isNotDone();
        log.releaseSyncs();
        assertThat(answer.join()).isEqualTo(1);
    }

    @Test
    void takesEverythingThatQueuedDuringOneSyncIntoTheNext() throws InterruptedException {
        // Given
        log.holdSyncs();
        var first = journal.append(new byte[] {1});
        log.syncing.await();
        var queued = List.of(append(2), append(3), append(4), append(5));
        assertThat(journal.depth()).isEqualTo(4);

        // When
        log.releaseSyncs();

        // Then
        assertThat(first.join()).isEqualTo(1);
        assertThat(queued.stream().map(CompletableFuture::join)).containsExactly(2L, 3L, 4L, 5L);
        assertThat(log.syncs).hasValue(2);
    }

    @Test
    void refusesTheRecordThatDoesNotFitTheQueue() throws InterruptedException {
        log.holdSyncs();
        var first = append(1);
        log.syncing.await();
        assertThat(first).isNotDone();
        var queued = List.of(append(2), append(3), append(4), append(5));

        assertThat(refusal(append(6))).isEqualTo(Reason.FULL);

        log.releaseSyncs();
        queued.forEach(CompletableFuture::join);
        assertThat(append(7).join()).isEqualTo(6);
    }

    @Test
    void refusesARecordThatIsTooLargeWithoutHarmToOthers() {
        assertThat(refusal(journal.append(new byte[513]))).isEqualTo(Reason.TOO_LARGE);
        assertThat(append(1).join()).isEqualTo(1);
    }

    @Test
    void oneFailedSyncFailsTheBatchAndEverythingAfterAndIsReportedOnce() throws InterruptedException {
        // Given
        log.holdSyncs();
        var waiting = append(1);
        log.syncing.await();
        var queued = append(2);
        log.failing = true;

        // When
        log.releaseSyncs();

        // Then
        assertThat(refusal(waiting)).isEqualTo(Reason.FAILED);
        assertThat(refusal(queued)).isEqualTo(Reason.FAILED);
        log.failing = false;
        assertThat(refusal(append(3))).isEqualTo(Reason.FAILED);
        assertThat(catchThrowable(() -> journal.close().join())).isInstanceOf(CompletionException.class);
        assertThat(fatal).singleElement().returns(Reason.FAILED, JournalException::reason);
        assertThat(log.syncs).hasValue(1);
    }

    @Test
    void withoutSpaceOnlyTheRecordsThatDidNotFitFail() throws InterruptedException {
        // Given
        log.holdSyncs();
        var first = append(1);
        log.syncing.await();
        assertThat(first).isNotDone();
        var second = append(2);
        var third = append(3);
        log.room.set(1);

        // When
        log.releaseSyncs();

        // Then
        assertThat(second.join()).isEqualTo(2);
        assertThat(refusal(third)).isEqualTo(Reason.NO_SPACE);
        log.room.set(Integer.MAX_VALUE);
        assertThat(append(4).join()).isEqualTo(3);
        assertThat(fatal).isEmpty();
    }

    @Test
    void closingAnswersWhatWasQueuedAndRefusesTheRest() throws InterruptedException {
        // Given
        log.holdSyncs();
        var first = append(1);
        log.syncing.await();
        assertThat(first).isNotDone();
        var queued = append(2);

        // When
        var closing = journal.close();
        log.releaseSyncs();

        // Then
        closing.join();
        assertThat(queued.join()).isEqualTo(2);
        assertThat(refusal(append(3))).isEqualTo(Reason.CLOSED);
    }

    @Test
    void aThrowingCompletionCostsNobodyElseAnAnswer() throws InterruptedException {
        // Given
        log.holdSyncs();
        var first = append(1);
        log.syncing.await();
        assertThat(first).isNotDone();
        journal.append(ByteBuffer.allocate(1), new Journal.Completion() {
            @Override
            public void durable(long sequence) {
                throw new IllegalStateException("a listener's bug");
            }

            @Override
            public void failed(JournalException failure) {}
        });
        var after = append(3);

        // When
        log.releaseSyncs();

        // Then
        assertThat(after.join()).isEqualTo(3);
    }

    @Test
    void manyProducersGetDistinctSequencesOfTheirOwnRecords() {
        // Given
        var sequences = new ConcurrentHashMap<Long, Byte>();

        // When
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int producer = 1; producer <= 4; producer++) {
                byte mark = (byte) producer;
                threads.execute(() -> {
                    for (int i = 0; i < 500; i++) {
                        assertThat(sequences.put(
                                        journal.append(new byte[] {mark}).join(), mark))
                                .isNull();
                    }
                });
            }
        }

        // Then
        assertThat(sequences).hasSize(2_000);
        try (var reader = log.read(1)) {
            while (reader.next()) {
                assertThat(reader.record().get()).isEqualTo(sequences.get(reader.sequence()));
            }
        }
    }

    private CompletableFuture<Long> append(int value) {
        return journal.append(new byte[] {(byte) value});
    }

    private static Reason refusal(CompletableFuture<Long> answer) {
        var thrown = catchThrowableOfType(CompletionException.class, answer::join);
        return thrown.getCause() instanceof JournalException refusal ? refusal.reason() : fail("no refusal", thrown);
    }

    /** A log in memory whose syncs can be held, counted and made to fail, and whose room can end. */
    private static final class GatedLog implements RecordLog {
        private final RecordLog memory = new MemoryLog(SETTINGS);
        private final AtomicInteger syncs = new AtomicInteger();
        private final CountDownLatch syncing = new CountDownLatch(1);
        private volatile CountDownLatch gate = new CountDownLatch(0);
        private volatile boolean failing;
        private final AtomicInteger room = new AtomicInteger(Integer.MAX_VALUE);

        void holdSyncs() {
            gate = new CountDownLatch(1);
        }

        void releaseSyncs() {
            gate.countDown();
        }

        @Override
        public long append(ByteBuffer record) {
            if (room.getAndDecrement() <= 0) {
                throw new JournalException(Reason.NO_SPACE, "no room");
            }
            return memory.append(record);
        }

        @Override
        public long sync() {
            syncing.countDown();
            syncs.incrementAndGet();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            if (failing) {
                throw new JournalException(Reason.FAILED, "the disk is gone");
            }
            return memory.sync();
        }

        @Override
        public int recordBytesMax() {
            return memory.recordBytesMax();
        }

        @Override
        public long firstSequence() {
            return memory.firstSequence();
        }

        @Override
        public long durableSequence() {
            return memory.durableSequence();
        }

        @Override
        public long lastPlace() {
            return memory.lastPlace();
        }

        @Override
        public ByteBuffer fetch(long place) {
            return memory.fetch(place);
        }

        @Override
        public RecordReader read(long from) {
            return memory.read(from);
        }

        @Override
        public void saveSnapshot(long sequence, SnapshotBody body) {
            memory.saveSnapshot(sequence, body);
        }

        @Override
        public Optional<Snapshot> newestSnapshot() {
            return memory.newestSnapshot();
        }

        @Override
        public int prune(long sequence) {
            return memory.prune(sequence);
        }

        @Override
        public void close() {
            memory.close();
        }
    }
}
