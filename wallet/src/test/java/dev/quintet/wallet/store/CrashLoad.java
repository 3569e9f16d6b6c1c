package dev.quintet.wallet.store;

import dev.quintet.shared.journal.JournalSettings;
import dev.quintet.shared.journal.SegmentedLog;
import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.Limits;
import dev.quintet.wallet.domain.Policy;
import dev.quintet.wallet.domain.ledger.Receipt;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A process that commits until it is killed, and says on its output what it has acknowledged. */
final class CrashLoad {
    static final Policy POLICY = new Policy(new Limits(Amount.MAX, Amount.MAX, Amount.MAX), 86_400_000, 1_000);
    static final JournalSettings SETTINGS = new JournalSettings(1 << 20, 1 << 19);
    static final int KEYS = 100_000;

    private CrashLoad() {}

    static LedgerStore open(Path directory) {
        var log = SegmentedLog.open(directory.resolve("ledger"), SETTINGS);
        return LedgerStore.open(log, directory.resolve("index"), KEYS, Runnable::run);
    }

    /** Arguments: directory, seed. */
    public static void main(String[] arguments) {
        var store = open(Path.of(arguments[0]));
        var random = new Random(Long.parseLong(arguments[1]));
        var writer = new LedgerWriter(store, InstantSource.system(), () -> POLICY);
        var out = new PrintStream(System.out, false, StandardCharsets.US_ASCII);
        if (store.state().seq() == 0) {
            writer.write(List.of(
                    new Batch(List.of(Command.issue("alice", "ron", Amount.MAX).key("all")), false)));
        }
        long nonce = store.state().balance("alice", "ron").nonce();
        while (true) {
            boolean atomic = random.nextBoolean();
            var commands = new ArrayList<Command>();
            for (int i = random.nextInt(atomic ? 5 : 40); i >= 0; i--) {
                nonce++;
                commands.add(transfer(nonce));
            }
            for (var result : writer.write(List.of(new Batch(commands, atomic))).getFirst()) {
                out.println(new String(Receipt.bytes(result.posting().orElseThrow()), StandardCharsets.US_ASCII));
            }
            out.flush();
            if (random.nextInt(50) == 0) {
                store.snapshot().run();
            }
        }
    }

    static Command transfer(long nonce) {
        return Command.transfer("alice", "bob", "ron", Amount.of(nonce), nonce).key("key-" + nonce);
    }
}
