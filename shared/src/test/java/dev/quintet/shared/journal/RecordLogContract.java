package dev.quintet.shared.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quintet.shared.journal.JournalException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link RecordLog} promises. */
abstract class RecordLogContract {
    /** Segments of a few records each, so that every test crosses several. */
    static final JournalSettings SMALL = new JournalSettings(1024, 512);

    RecordLog log;

    abstract RecordLog open() throws IOException;

    @BeforeEach
    void openLog() throws IOException {
        log = open();
    }

    @AfterEach
    void closeLog() {
        log.close();
    }

    @Test
    void numbersRecordsFromOneWithoutGaps() {
        assertThat(log.firstSequence()).isEqualTo(1);
        assertThat(log.durableSequence()).isZero();
        assertThat(IntStream.rangeClosed(1, 50).mapToLong(i -> append("r" + i))).containsExactlyElementsOf(to(50));
        assertThat(log.sync()).isEqualTo(50);
        assertThat(log.durableSequence()).isEqualTo(50);
    }

    @Test
    void fetchesEveryRecordFromItsPlace() {
        var places = new ArrayList<Long>();
        for (int i = 0; i < 60; i++) {
            append("r" + i);
            places.add(log.lastPlace());
        }
        log.sync();

        for (int i = 59; i >= 0; i--) {
            assertThat(StandardCharsets.UTF_8.decode(log.fetch(places.get(i))).toString())
                    .isEqualTo("r" + i);
        }
        try (var reader = log.read(1)) {
            for (long place : places) {
                assertThat(reader.next()).isTrue();
                assertThat(reader.place()).isEqualTo(place);
            }
        }
        assertThatThrownBy(() -> log.fetch(places.getLast() + 1)).isInstanceOf(RuntimeException.class);
    }

    @Test
    void readsBackWhatWasSyncedAndNothingElse() {
        append("one");
        append("");
        log.sync();
        append("three");

        assertThat(texts(1)).containsExactly("one", "");

        log.sync();
        assertThat(texts(2)).containsExactly("", "three");
        assertThat(texts(4)).isEmpty();
    }

    @Test
    void aReaderGoesOnWhenTheWriterDoes() {
        try (var reader = log.read(1)) {
            assertThat(reader.next()).isFalse();
            for (int i = 1; i <= 40; i++) {
                append("record " + i);
                assertThat(reader.next()).isFalse();
                log.sync();
                assertThat(reader.next()).isTrue();
                assertThat(reader.sequence()).isEqualTo(i);
                assertThat(text(reader.record())).isEqualTo("record " + i);
            }
        }
    }

    @Test
    void agreesWithAListOverRandomOperations() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        var model = new ArrayList<String>();
        for (int i = 0; i < 500; i++) {
            switch (random.nextInt(4)) {
                case 0 -> {
                    log.sync();
                    assertThat(log.durableSequence()).as("seed %d", seed).isEqualTo(model.size());
                }
                case 1 -> {
                    // May be past the last sync of ours: leaving a segment syncs it.
                    int synced = (int) log.durableSequence();
                    int from = 1 + random.nextInt(synced + 1);
                    assertThat(texts(from)).as("seed %d", seed).isEqualTo(model.subList(from - 1, synced));
                }
                default -> {
                    model.add("x".repeat(random.nextInt(log.recordBytesMax() + 1)));
                    assertThat(append(model.getLast())).as("seed %d", seed).isEqualTo(model.size());
                }
            }
        }
    }

    @Test
    void leavesTheCallersBufferAlone() {
        var record = ByteBuffer.wrap("..abc..".getBytes(StandardCharsets.UTF_8))
                .position(2)
                .limit(5);
        log.append(record);
        log.sync();

        assertThat(record.position()).isEqualTo(2);
        assertThat(record.limit()).isEqualTo(5);
        assertThat(texts(1)).containsExactly("abc");
    }

    @Test
    void takesTheLongestRecordAndRefusesOneByteMore() {
        String longest = "x".repeat(log.recordBytesMax());
        append(longest);
        assertThatThrownBy(() -> append(longest + "x")).matches(e -> reason(e) == Reason.TOO_LARGE);
        append("after");
        log.sync();
        assertThat(texts(1)).containsExactly(longest, "after");
    }

    @Test
    void keepsTheTwoNewestSnapshots() throws IOException {
        fill(30);
        assertThat(log.newestSnapshot()).isEmpty();
        for (int sequence : List.of(5, 10, 15)) {
            snapshot(sequence);
        }
        var newest = log.newestSnapshot().orElseThrow();
        assertThat(newest.sequence()).isEqualTo(15);
        assertThat(newest.passedOver()).isEmpty();
        try (var content = newest.open()) {
            assertThat(content.readAllBytes())
                    .hasSize((int) newest.bytes())
                    .asString()
                    .isEqualTo("state after 15");
        }
    }

    @Test
    void refusesASnapshotOfWhatIsNotDurable() {
        append("pending");
        assertThatThrownBy(() -> snapshot(1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void prunesOnlyWhatTheOlderSnapshotCovers() {
        append("first");
        long first = log.lastPlace();
        fill(199);
        assertThat(log.prune(200)).isZero();
        snapshot(150);
        assertThat(log.prune(200)).isZero();
        snapshot(190);

        assertThat(log.prune(200)).isPositive();
        assertThat(log.firstSequence()).isBetween(2L, 151L);
        assertThat(texts(log.firstSequence())).hasSize((int) (201 - log.firstSequence()));
        assertThatThrownBy(() -> texts(1)).matches(e -> reason(e) == Reason.PRUNED);
        assertThatThrownBy(() -> log.fetch(first)).matches(e -> reason(e) == Reason.PRUNED);
        assertThat(append("next")).isEqualTo(201);
    }

    @Test
    void prunesNoFurtherThanAsked() {
        fill(200);
        snapshot(150);
        snapshot(190);
        log.prune(60);
        assertThat(log.firstSequence()).isBetween(2L, 61L);
    }

    @Test
    void refusesEverythingOnceClosed() {
        append("last");
        log.close();
        assertThatThrownBy(() -> append("later")).matches(e -> reason(e) == Reason.CLOSED);
        assertThatThrownBy(log::sync).matches(e -> reason(e) == Reason.CLOSED);
        log.close();
    }

    long append(String text) {
        return log.append(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    void fill(int count) {
        for (int i = 0; i < count; i++) {
            append("record " + i);
        }
        log.sync();
    }

    void snapshot(long sequence) {
        log.saveSnapshot(sequence, out -> out.write(("state after " + sequence).getBytes(StandardCharsets.UTF_8)));
    }

    List<String> texts(long from) {
        var texts = new ArrayList<String>();
        try (var reader = log.read(from)) {
            while (reader.next()) {
                assertThat(reader.sequence()).isEqualTo(from + texts.size());
                texts.add(text(reader.record()));
            }
        }
        return texts;
    }

    static String text(ByteBuffer record) {
        return StandardCharsets.UTF_8.decode(record).toString();
    }

    static Reason reason(Throwable thrown) {
        return ((JournalException) thrown).reason();
    }

    private static List<Long> to(int end) {
        return IntStream.rangeClosed(1, end).mapToObj(Long::valueOf).toList();
    }
}
