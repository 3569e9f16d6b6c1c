package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.domain.usage.Epoch;
import dev.quintet.shared.content.ContentAddress;
import java.util.concurrent.CompletableFuture;

/** What the keeper of the usage book is asked to do. */
sealed interface UsageJob {

    /** A second has passed. */
    record Flush() implements UsageJob {}

    /** End the open epoch now; answered once it is sealed, or ended if sealing has to wait for storage. */
    record End(CompletableFuture<Epoch> answer) implements UsageJob {}

    /** An ended epoch lies in storage. */
    record Stored(SealJob job, ContentAddress address) implements UsageJob {}
}
