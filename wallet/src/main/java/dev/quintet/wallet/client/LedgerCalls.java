package dev.quintet.wallet.client;

import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.Ledger.Result;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** How the committer reaches the ledger; see {@link dev.quintet.wallet.domain.Ledger#commit}. */
@FunctionalInterface
public interface LedgerCalls {
    CompletionStage<List<List<Result>>> commit(List<Batch> batches);
}
