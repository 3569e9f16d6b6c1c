package dev.quintet.rewarder.pipeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.rewarder.client.UpstreamException;
import dev.quintet.rewarder.client.WalletClient;
import dev.quintet.rewarder.config.RewarderConfig;
import dev.quintet.rewarder.domain.policy.PolicyReader;
import dev.quintet.rewarder.domain.run.Run;
import dev.quintet.rewarder.domain.run.Stage;
import dev.quintet.rewarder.store.RunEvent;
import dev.quintet.rewarder.store.Store;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.lifecycle.Lifecycle;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jboss.logging.Logger;

/**
 * The only one who pays: takes a settlement, sends batch after batch until it is complete or cannot go on, and leaves it to a tick to
 * bring it back. One at a time, so that nonces of one account are handed out in order.
 */
@ApplicationScoped
class IntentEmitter {
    private static final Logger LOG = Logger.getLogger(IntentEmitter.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final BoundedChannel<SettlementOrder> intents;
    private final Broadcast<EpochEvent> events;
    private final WalletClient wallet;
    private final Store store;
    private final PayoutFiles files;
    private final Surroundings surroundings;

    /** What it needs from the process around it. */
    record Surroundings(Desk desk, Lifecycle lifecycle, HotConfig<RewarderConfig> config, RewarderMetrics metrics) {}

    IntentEmitter(
            BoundedChannel<SettlementOrder> intents,
            Broadcast<EpochEvent> events,
            WalletClient wallet,
            Store store,
            PayoutFiles files,
            Surroundings surroundings) {
        this.intents = intents;
        this.events = events;
        this.wallet = wallet;
        this.store = store;
        this.files = files;
        this.surroundings = surroundings;
    }

    Uni<Void> run(Executor executor) {
        return intents.consume(1, executor, this::settle);
    }

    void settle(SettlementOrder order) throws InterruptedException {
        String epoch = order.epoch();
        try {
            var run = store.runs()
                    .find(epoch)
                    .filter(found -> found.stage() instanceof Stage.Computed(Stage.Result _, boolean done) && !done);
            if (run.isPresent()) {
                pay(run.get());
            }
        } catch (UpstreamException | IOException e) {
            LOG.warnf("the settlement of epoch %s waits: %s", epoch, e.getMessage());
            surroundings
                    .desk()
                    .pause(epoch, surroundings.config().current().settlement().pause());
        } finally {
            surroundings.desk().settled(epoch);
        }
    }

    private void pay(Run run) throws InterruptedException, IOException {
        var settlement = run.settlement().orElseThrow();
        var funding = PolicyReader.read(json(run)).funding();
        var result = run.result().orElseThrow();
        try (var slots = store.artifacts().slots(run.runKey(), result.payees())) {
            var outbox =
                    new Outbox(run, settlement, funding, new Outbox.Parts(wallet, store.runs(), slots, files.of(run)));
            outbox.onOutcome(surroundings.metrics()::intents);
            while (surroundings.lifecycle().serving()) {
                var settlements = surroundings.config().current().settlement();
                switch (outbox.step(settlements.batchMax())) {
                    case MORE -> {}
                    case WAIT -> {
                        surroundings.desk().pause(run.epoch(), settlements.pause());
                        return;
                    }
                    case OVER -> {
                        finish(run);
                        return;
                    }
                }
            }
        }
    }

    private void finish(Run run) throws InterruptedException {
        if (run.settlement().orElseThrow().progress().complete()) {
            store.runs().append(new RunEvent.Completed(run.epoch()));
            events.publish(new EpochEvent(run.epoch(), "ok"));
        } else {
            // Only an operator can help; the tick leaves it alone until then.
            events.publish(new EpochEvent(run.epoch(), "settling"));
        }
    }

    private static com.fasterxml.jackson.databind.JsonNode json(Run run) throws IOException {
        try {
            return JSON.readTree(run.order().policyBody());
        } catch (JsonProcessingException e) {
            throw new IOException("the policy of the run cannot be read", e);
        }
    }
}
