package dev.quintet.tools.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.journal.JournalSettings;
import dev.quintet.shared.journal.SegmentedLog;
import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.Limits;
import dev.quintet.wallet.domain.Policy;
import dev.quintet.wallet.store.EmbeddedLedger;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WalletVerifierTest {
    private static final Policy POLICY = new Policy(new Limits(Amount.MAX, Amount.MAX, Amount.MAX), 60_000, 100);

    @TempDir
    Path data;

    private final AtomicLong now = new AtomicLong(1_000_000);

    @Test
    void confirmsWhatTheWalletWrote() throws Exception {
        var head = write();

        var report = WalletVerifier.verify(data);

        assertThat(report.entries()).isEqualTo(7);
        assertThat(report.root()).isEqualTo(head);
        assertThat(report.circulating()).containsExactly(java.util.Map.entry("ron", BigInteger.valueOf(90)));
    }

    @Test
    void noticesEveryFlippedByte() throws Exception {
        write();
        var records = records();
        for (int record = 0; record < records.size(); record++) {
            byte[] bytes = records.get(record);
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] ^= 1;
                assertThatThrownBy(() -> derive(records))
                        .as("byte %d of record %d", at, record)
                        .isNotNull();
                bytes[at] ^= 1;
            }
        }
        assertThat(derive(records).entries()).isEqualTo(7);
    }

    private static WalletVerifier.Report derive(List<byte[]> records) {
        var verifier = new WalletVerifier();
        records.forEach(record -> verifier.record(ByteBuffer.wrap(record)));
        return verifier.report();
    }

    /** One of each operation; answers the root after the last. */
    private String write() throws Exception {
        var groups = new BoundedChannel<EmbeddedLedger.Group>("ledger", 16);
        var surroundings = new EmbeddedLedger.Surroundings(
                () -> Instant.ofEpochMilli(now.get()), () -> POLICY, HandlerThreads.named("background"));
        var ledger = EmbeddedLedger.open(data, 1_000, groups, surroundings);
        groups.consume(1, HandlerThreads.named("writer"), ledger::write)
                .subscribe()
                .with(_ -> {});
        commit(
                ledger,
                Command.issue("alice", "ron", Amount.of(100)).memo("für alle").key("a"));
        commit(ledger, Command.transfer("alice", "bob", "ron", Amount.of(30), 1).key("b"));
        commit(ledger, Command.burn("bob", "ron", Amount.of(10), 1).key("c"));
        commit(ledger, Command.hold("alice", "ron", Amount.of(20), 2, 5).key("d"));
        commit(ledger, Command.hold("alice", "ron", Amount.of(20), 3, 60).key("e"));
        now.addAndGet(6_000);
        commit(ledger, Command.capture(5, "alice", "ron", "carol", Amount.of(7)).key("f"));
        commit(ledger, Command.release(9, "alice", "ron").key("g"));
        String root = ledger.head().root();
        groups.close();
        ledger.close();
        return root;
    }

    private static void commit(EmbeddedLedger ledger, Command command) throws Exception {
        ledger.commit(List.of(new Batch(List.of(command), false)))
                .toCompletableFuture()
                .get();
    }

    private List<byte[]> records() {
        var records = new ArrayList<byte[]>();
        try (var log = SegmentedLog.open(data.resolve("ledger"), JournalSettings.defaults());
                var reader = log.read(1)) {
            while (reader.next()) {
                byte[] bytes = new byte[reader.record().remaining()];
                reader.record().get(bytes);
                records.add(bytes);
            }
        }
        return records;
    }
}
