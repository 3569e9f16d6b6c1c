package dev.quintet.wallet.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.Outcome;
import dev.quintet.wallet.domain.ledger.Posting;
import dev.quintet.wallet.domain.ledger.Receipt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills a writing process again and again and compares what it acknowledged with what the next one finds. */
@Timeout(180)
class LedgerCrashTest {
    private static final int KILLS = 6;

    @TempDir
    Path directory;

    @Test
    void nothingAcknowledgedIsLostAndNothingIsAppliedTwice() throws Exception {
        var seeds = new Random();
        long seen = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            long seed = seeds.nextLong();
            seen += acknowledgedBeforeTheKill(seed);
            check(seed);
        }
        assertThat(seen).isPositive();
    }

    /** Answers how many receipts were acknowledged, each of which the ledger must still give, byte for byte. */
    private long acknowledgedBeforeTheKill(long seed) throws IOException, InterruptedException {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashLoad.class.getName(),
                        directory.toString(),
                        Long.toString(seed))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        // After a random number of receipts, while it is writing the next ones.
        int enough = 200 + new Random(seed).nextInt(4_000);
        var lines = process.inputReader(StandardCharsets.US_ASCII);
        var acknowledged = new java.util.ArrayList<String>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            acknowledged.add(line);
            if (acknowledged.size() == enough) {
                process.toHandle().destroyForcibly(); // The handle's: it leaves the output readable to its end.
            }
        }
        process.waitFor();
        assertThat(acknowledged).as("seed %d", seed).hasSizeGreaterThanOrEqualTo(enough);
        // The last line may be torn: the kill came in the middle of printing it.
        acknowledged.removeLast();
        var store = CrashLoad.open(directory);
        try {
            for (String receipt : acknowledged) {
                assertThat(receipt(store, seq(receipt))).as("seed %d", seed).isEqualTo(receipt);
            }
        } finally {
            store.log().close();
        }
        return acknowledged.size();
    }

    private void check(long seed) {
        var store = CrashLoad.open(directory);
        try {
            var state = store.state();
            long last = state.balance("alice", "ron").nonce();
            assertThat(state.seq())
                    .as("seed %d: one entry per nonce and the issue", seed)
                    .isEqualTo(last + 1);
            assertThat(state.balance("bob", "ron").total()).isEqualTo(Amount.of(last * (last + 1) / 2));
            assertThat(state.conserved()).isTrue();
            var writer = new LedgerWriter(store, InstantSource.system(), () -> CrashLoad.POLICY);
            var again = writer.write(List.of(new Batch(List.of(CrashLoad.transfer(last)), false)));
            assertThat(again.getFirst().getFirst().outcome()).isEqualTo(new Outcome.Replayed(last + 1));
        } finally {
            store.log().close();
        }
    }

    private static String receipt(LedgerStore store, long seq) {
        var entry = store.history().entry(seq).orElseThrow();
        return new String(Receipt.bytes(new Posting(entry, "alice", "bob", "ron")), StandardCharsets.US_ASCII);
    }

    private static long seq(String receipt) {
        int at = receipt.indexOf("\"seq\":") + 6;
        return Long.parseLong(receipt, at, receipt.indexOf(',', at), 10);
    }
}
