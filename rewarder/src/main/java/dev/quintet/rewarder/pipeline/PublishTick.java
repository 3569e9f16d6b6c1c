package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.client.StorageClient;
import dev.quintet.rewarder.client.UpstreamException;
import dev.quintet.rewarder.domain.run.Run;
import dev.quintet.rewarder.store.Artifacts;
import dev.quintet.rewarder.store.RunEvent;
import dev.quintet.rewarder.store.Store;
import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.lifecycle.WhenDraining;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import org.jboss.logging.Logger;

/**
 * Puts what a run sealed and made (inline inputs, payouts, manifest) into storage, so that anybody can fetch and verify it. Storage being
 * away delays this and nothing else: the files here are durable already.
 */
@ApplicationScoped
class PublishTick {
    private static final Logger LOG = Logger.getLogger(PublishTick.class);

    private final Store store;
    private final StorageClient storage;

    PublishTick(Store store, StorageClient storage) {
        this.store = store;
        this.storage = storage;
    }

    @Scheduled(
            identity = "publish",
            every = "2s",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = WhenDraining.class)
    @RunOnVirtualThread
    void tick() throws InterruptedException {
        for (Run run : store.runs().all()) {
            if (run.result().isPresent() && !run.published()) {
                try {
                    publish(run);
                } catch (UpstreamException | IOException e) {
                    LOG.debugf("epoch %s is not published yet: %s", run.epoch(), e.getMessage());
                    return;
                }
            }
        }
    }

    private void publish(Run run) throws InterruptedException, IOException {
        var artifacts = store.artifacts();
        if (run.order().inline()) {
            var inputs = artifacts.sealed(run.order().inputs());
            if (inputs.isPresent()) {
                storage.put(run.order().inputs(), inputs.get());
            }
        }
        var payouts = artifacts.open(run.runKey(), Artifacts.PAYOUTS);
        var manifest = artifacts.open(run.runKey(), Artifacts.MANIFEST);
        if (payouts.isPresent() && manifest.isPresent()) {
            storage.put(run.result().orElseThrow().seals().payouts(), payouts.get());
            byte[] bytes = manifest.get().read(0, Math.toIntExact(manifest.get().size()));
            storage.put(ContentAddress.of(Blake3.hash(bytes), 0), manifest.get());
            store.runs().append(new RunEvent.Published(run.epoch()));
        }
    }
}
