package dev.quintet.wallet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quintet.shared.journal.JournalSettings;
import dev.quintet.shared.journal.MemoryLog;
import dev.quintet.shared.journal.RecordLog;
import dev.quintet.shared.journal.SegmentedLog;
import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.Ledger.Result;
import dev.quintet.wallet.domain.Limits;
import dev.quintet.wallet.domain.Outcome;
import dev.quintet.wallet.domain.Policy;
import dev.quintet.wallet.domain.Refusal;
import dev.quintet.wallet.domain.ledger.LedgerCorruption;
import dev.quintet.wallet.domain.ledger.Receipt;
import dev.quintet.wallet.domain.ledger.Sabotage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerStoreTest {
    private static final Policy POLICY = new Policy(new Limits(Amount.MAX, Amount.MAX, Amount.MAX), 60_000, 100);
    private static final JournalSettings SETTINGS = new JournalSettings(1 << 20, 1 << 19);

    @TempDir
    Path directory;

    private long now = 1_000_000;

    @Test
    void restartFromTheLogAloneFindsEverything() {
        // Given
        var first = open();
        var receipts = use(first, 300);
        first.log().close();

        // When
        var second = open();

        // Then
        assertThat(second.state().publishedSeq()).isEqualTo(first.state().publishedSeq());
        assertThat(second.state().publishedRoot()).isEqualTo(first.state().publishedRoot());
        assertThat(second.state().balance("bob", "ron")).isEqualTo(first.state().balance("bob", "ron"));
        assertThat(replayed(second, 300)).isEqualTo(receipts);
        second.log().close();
    }

    @Test
    void restartFromSnapshotAndTailFindsEverything() {
        // Given
        var first = open();
        use(first, 200);
        first.snapshot().run();
        now += 1;
        var receipts = use(first, 300);
        first.log().close();

        // When
        var second = open();

        // Then
        assertThat(second.behindSnapshot()).isEqualTo(100);
        assertThat(second.state().publishedRoot()).isEqualTo(first.state().publishedRoot());
        assertThat(replayed(second, 300)).isEqualTo(receipts);
        assertThat(writer(second)
                        .write(List.of(batch(
                                Command.burn("alice", "ron", Amount.of(1), 1).key("late"))))
                        .getFirst()
                        .getFirst()
                        .outcome())
                .isEqualTo(new Outcome.Refused(Refusal.NONCE_CONFLICT, 300));
        second.log().close();
    }

    @Test
    void findsEveryTransactionAcrossIndexBlocksAlsoWithoutTheirFiles() throws IOException {
        // Given
        int count = IndexBlock.ENTRIES + 1_000;
        var first = open();
        var writer = writer(first);
        writer.write(
                List.of(batch(Command.issue("alice", "ron", Amount.of(count)).key("all"))));
        var commands = new ArrayList<Command>();
        for (int nonce = 1; nonce <= count; nonce++) {
            commands.add(transfer(nonce, 1));
        }
        writer.write(List.of(new Batch(commands, false)));
        first.snapshot().run();
        first.log().close();
        for (boolean deleted : new boolean[] {false, true}) {
            if (deleted) {
                try (var files = Files.list(directory.resolve("index"))) {
                    for (Path file : files.toList()) {
                        Files.delete(file);
                    }
                }
            }

            // When
            var second = open();

            // Then
            for (int i = 0; i < count; i += 997) {
                var txid = commands.get(i).txid();
                assertThat(second.history().find(txid)).isEqualTo(i + 2L);
                assertThat(second.history().entry(i + 2L).orElseThrow().txid()).isEqualTo(txid);
            }
            assertThat(second.history().find(transfer(count + 1, 1).txid())).isZero();
            second.log().close();
        }
    }

    @Test
    void anAtomicBatchThatFailsLeavesNoTraceInTheLog() {
        // Given
        var store = open();
        var writer = writer(store);
        writer.write(List.of(batch(Command.issue("alice", "ron", Amount.of(10)).key("i"))));
        long records = store.log().durableSequence();

        // When
        var results = writer.write(List.of(new Batch(List.of(transfer(1, 1), transfer(2, 100)), true)));

        // Then
        assertThat(results.getFirst())
                .extracting(Result::outcome)
                .containsExactly(new Outcome.Abandoned(), new Outcome.Refused(Refusal.INSUFFICIENT_FUNDS, 0));
        assertThat(store.log().durableSequence()).isEqualTo(records);
        assertThat(store.state().balance("alice", "ron").nonce()).isZero();
        store.log().close();
    }

    @Test
    void moneyFromNowhereIsNoticedBeforeAnybodySeesIt() {
        // Given
        var store = open();
        var writer = writer(store);
        writer.write(List.of(batch(Command.issue("alice", "ron", Amount.of(10)).key("i"))));

        // When
        Sabotage.mint(store.state(), "alice", "ron", Amount.of(1));

        // Then
        assertThatThrownBy(() -> writer.write(List.of(batch(transfer(1, 1))))).isInstanceOf(LedgerCorruption.class);
        store.log().close();
    }

    @Test
    void anOldIssueIsRecognisedLongAfterItsKeyWasForgotten() {
        // Given: more keys than are remembered, then a restart from a snapshot.
        var first = open();
        var writer = writer(first);
        var old = Command.issue("alice", "ron", Amount.of(1)).key("the-old-one");
        writer.write(List.of(batch(old)));
        for (int i = 0; i < 1_500; i++) {
            writer.write(List.of(batch(Command.issue("bob", "ron", Amount.of(1)).key("i" + i))));
        }
        first.snapshot().run();
        first.log().close();

        // When
        var second = open();
        var again = writer(second).write(List.of(batch(old)));

        // Then
        assertThat(again.getFirst().getFirst().outcome()).isEqualTo(new Outcome.Replayed(1));
        assertThat(second.state().supply("ron").issued()).isEqualTo(Amount.of(1_501));
        assertThat(second.state().forgotKeysWithin(60_000, now)).isTrue();
        second.log().close();
    }

    @Test
    void worksWithoutADirectory() {
        RecordLog log = new MemoryLog(SETTINGS);
        var store = LedgerStore.open(log, null, 1_000, Runnable::run);

        var receipts = use(store, 50);

        assertThat(replayed(store, 50)).isEqualTo(receipts);
        assertThat(directory).isEmptyDirectory();
    }

    private LedgerStore open() {
        var log = SegmentedLog.open(directory.resolve("log"), SETTINGS);
        return LedgerStore.open(log, directory.resolve("index"), 1_000, Runnable::run);
    }

    private LedgerWriter writer(LedgerStore store) {
        return new LedgerWriter(store, () -> java.time.Instant.ofEpochMilli(now), () -> POLICY);
    }

    /** Issues once, then transfers with nonces 1 to {@code count - 1}; those done before are replays. */
    private List<String> use(LedgerStore store, int count) {
        var writer = writer(store);
        writer.write(List.of(
                batch(Command.issue("alice", "ron", Amount.of(1_000_000)).key("i"))));
        for (int nonce = 1; nonce < count; nonce++) {
            writer.write(List.of(batch(transfer(nonce, nonce))));
        }
        return replayed(store, count);
    }

    private static List<String> replayed(LedgerStore store, int count) {
        var receipts = new ArrayList<String>();
        for (long seq = 1; seq <= count; seq++) {
            var entry = store.history().entry(seq).orElseThrow();
            var posting = new dev.quintet.wallet.domain.ledger.Posting(
                    entry, entry.from() == 0 ? "" : "alice", seq == 1 ? "alice" : "bob", "ron");
            receipts.add(new String(Receipt.bytes(posting), java.nio.charset.StandardCharsets.UTF_8));
        }
        return receipts;
    }

    private static Batch batch(Command command) {
        return new Batch(List.of(command), false);
    }

    private static Command transfer(int nonce, int amount) {
        return Command.transfer("alice", "bob", "ron", Amount.of(amount), nonce).key("k" + nonce);
    }
}
