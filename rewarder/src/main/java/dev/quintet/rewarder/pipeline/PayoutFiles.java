package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.domain.run.IntentState;
import dev.quintet.rewarder.domain.run.PayoutFile;
import dev.quintet.rewarder.domain.run.PayoutLine;
import dev.quintet.rewarder.domain.run.Run;
import dev.quintet.rewarder.store.Artifacts;
import dev.quintet.rewarder.store.Store;
import dev.quintet.shared.content.ContentAddress;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The payouts of finished runs; the indexes of the few that were asked for last stay in memory. */
@ApplicationScoped
public class PayoutFiles {
    private static final int KEPT = 8;

    private final Store store;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<ContentAddress, PayoutFile> open = new LinkedHashMap<>(16, 0.75f, true); // guarded by lock

    PayoutFiles(Store store) {
        this.store = store;
    }

    /** What became of one payout. */
    public record Fate(IntentState state, String txid) {}

    public byte[] manifest(Run run) throws IOException {
        var blob = store.artifacts()
                .open(run.runKey(), Artifacts.MANIFEST)
                .orElseThrow(() -> new IOException("the manifest is missing"));
        return blob.read(0, Math.toIntExact(blob.size()));
    }

    public PayoutFile of(Run run) throws IOException {
        var known = recall(run.runKey());
        if (known != null) {
            return known;
        }
        var artifacts = store.artifacts();
        var payouts = artifacts.open(run.runKey(), Artifacts.PAYOUTS);
        var index = artifacts.open(run.runKey(), Artifacts.INDEX);
        if (payouts.isEmpty() || index.isEmpty()) {
            throw new IOException("the payouts are missing");
        }
        var file = PayoutFile.open(payouts.get(), index.get());
        remember(run.runKey(), file);
        return file;
    }

    /** State and transaction of a payout; the transaction is empty where there is none. */
    public Fate fate(Run run, PayoutLine line) throws IOException {
        try (var slots =
                store.artifacts().slots(run.runKey(), run.result().orElseThrow().payees())) {
            byte[] slot = slots.read(line.payee());
            // While payments are under way the log knows best; a slot may be ahead of it.
            var state = run.settlement()
                    .map(settlement -> settlement.state(line.payee()))
                    .orElseGet(() -> IntentState.ALL.get(slot[0]));
            byte[] txid = Arrays.copyOfRange(slot, 1, slot.length);
            boolean named = (state == IntentState.ACCEPTED || state == IntentState.DUPLICATE)
                    && !Arrays.equals(txid, new byte[txid.length]);
            return new Fate(state, named ? "tx_" + HexFormat.of().formatHex(txid) : "");
        }
    }

    private @Nullable PayoutFile recall(ContentAddress run) {
        lock.lock();
        try {
            return open.get(run);
        } finally {
            lock.unlock();
        }
    }

    private void remember(ContentAddress run, PayoutFile file) {
        lock.lock();
        try {
            open.put(run, file);
            if (open.size() > KEPT) {
                open.remove(open.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }
}
