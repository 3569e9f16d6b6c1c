package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.domain.run.PayoutFile;
import dev.quintet.rewarder.domain.run.PayoutWriter;
import dev.quintet.rewarder.domain.run.Stage;
import dev.quintet.rewarder.store.Artifacts;
import dev.quintet.rewarder.store.RunEvent;
import dev.quintet.rewarder.store.Store;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jboss.logging.Logger;

/** Makes results durable: files first, then the record that makes them count. */
@ApplicationScoped
class ArtifactWriter {
    private static final Logger LOG = Logger.getLogger(ArtifactWriter.class);

    private final BoundedChannel<RunResult> results;
    private final Store store;
    private final Broadcast<EpochEvent> events;
    private final RewarderMetrics metrics;

    ArtifactWriter(
            BoundedChannel<RunResult> results, Store store, Broadcast<EpochEvent> events, RewarderMetrics metrics) {
        this.results = results;
        this.store = store;
        this.events = events;
        this.metrics = metrics;
        results.onAbort(result -> {
            metrics.droppedResult();
            result.durable()
                    .completeExceptionally(new ServiceException(CommonError.DRAINING, "aborted by the shutdown"));
        });
    }

    Uni<Void> run(Executor executor) {
        return results.consume(1, executor, this::write);
    }

    void write(RunResult result) {
        try {
            keep(result);
            result.durable().complete(null);
        } catch (IOException | RuntimeException | InterruptedException e) {
            LOG.errorf(
                    e, "the result of epoch %s cannot be kept", result.order().epoch());
            result.durable().completeExceptionally(e);
        }
    }

    private void keep(RunResult result) throws IOException, InterruptedException {
        var order = result.order();
        var computation = result.computation();
        var artifacts = store.artifacts();
        try (var draft = artifacts.draft(order.runKey())) {
            PayoutWriter.Written written;
            try (var out = draft.create(Artifacts.PAYOUTS)) {
                written = computation.write(out);
            }
            var manifest = computation.manifest(order, written);
            try (var out = draft.create(Artifacts.INDEX)) {
                out.write(PayoutFile.index(computation.usage().size(), written.offsets(), computation.tree()));
            }
            try (var out = draft.create(Artifacts.MANIFEST)) {
                out.write(manifest.bytes());
            }
            draft.commit();
            var seals = new Stage.Seals(manifest.root().hash(), manifest.commitment(), written.address());
            var totals = manifest.totals();
            store.runs()
                    .append(new RunEvent.Computed(
                            order.epoch(),
                            new Stage.Result(
                                    manifest.subject().asset(),
                                    manifest.payees(),
                                    computation.intents(),
                                    totals,
                                    seals)));
            metrics.finished(totals);
            events.publish(new EpochEvent(order.epoch(), "settling"));
        }
    }
}
