package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.client.RegistryClient;
import dev.quintet.rewarder.client.UpstreamException;
import dev.quintet.rewarder.config.RewarderConfig;
import dev.quintet.rewarder.domain.policy.PolicyReader;
import dev.quintet.rewarder.domain.run.Order;
import dev.quintet.rewarder.domain.run.PolicyRef;
import dev.quintet.rewarder.domain.run.Quarantine;
import dev.quintet.rewarder.domain.run.Run;
import dev.quintet.rewarder.domain.run.Stage;
import dev.quintet.rewarder.pipeline.RunRequest.Mode;
import dev.quintet.rewarder.pipeline.RunRequest.Reply;
import dev.quintet.rewarder.store.RunEvent;
import dev.quintet.rewarder.store.Store;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.CanonicalJson;
import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Offer;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Decides about every request: one run per epoch, its policy read and its inputs sealed before anybody is told it was accepted. */
@ApplicationScoped
class EpochScheduler {
    /** Requests decided about at once; they wait for the registry, not for a core. */
    private static final int DECIDERS = 16;

    private static final long LOOK_NANOS = 2_000_000;

    private final BoundedChannel<RunRequest> requests;
    private final BoundedChannel<ComputeJob> work;
    private final RegistryClient registry;
    private final Store store;
    private final Desk desk;
    private final HotConfig<RewarderConfig> config;
    private final Clock clock = Clock.systemUTC();

    EpochScheduler(
            BoundedChannel<RunRequest> requests,
            BoundedChannel<ComputeJob> work,
            RegistryClient registry,
            Store store,
            Desk desk,
            HotConfig<RewarderConfig> config) {
        this.requests = requests;
        this.work = work;
        this.registry = registry;
        this.store = store;
        this.desk = desk;
        this.config = config;
        requests.onAbort(request -> request.answer().completeExceptionally(draining()));
    }

    Uni<Void> run(Executor executor) {
        return requests.consume(DECIDERS, executor, this::schedule);
    }

    void schedule(RunRequest request) {
        try {
            decide(request, (reply, failure) -> {
                if (failure == null) {
                    request.answer().complete(reply);
                } else {
                    request.answer().completeExceptionally(failure);
                }
            });
        } catch (ServiceException e) {
            request.answer().completeExceptionally(e);
        } catch (UpstreamException e) {
            request.answer()
                    .completeExceptionally(
                            new ServiceException(CommonError.UPSTREAM_UNAVAILABLE, String.valueOf(e.getMessage())));
        } catch (InterruptedException e) {
            request.answer().completeExceptionally(draining());
        } catch (IOException | RuntimeException e) {
            request.answer().completeExceptionally(e);
        }
    }

    private void decide(RunRequest request, BiConsumer<Reply, Throwable> answer)
            throws InterruptedException, IOException {
        if (request.deadline().expired()) {
            throw new ServiceException(CommonError.TIMEOUT, "the deadline passed in the queue");
        }
        var order = order(request);
        if (request.ask().mode() == Mode.DRY) {
            dry(request, order, answer);
            return;
        }
        while (!desk.decide(request.epoch())) {
            // Somebody decides about the same epoch, which takes one sync; then this request finds the run.
            LockSupport.parkNanos(LOOK_NANOS);
            if (request.deadline().expired()) {
                throw new ServiceException(CommonError.TIMEOUT, "another request for this epoch is being decided");
            }
        }
        try {
            answer.accept(admit(request, order), null);
        } finally {
            desk.decided(request.epoch());
        }
    }

    private Reply admit(RunRequest request, Order order) throws InterruptedException, IOException {
        var known = store.runs().find(order.epoch());
        if (known.isPresent()) {
            var reply = judge(known.get(), order, request.ask().mode());
            if (reply != null) {
                return reply;
            }
        } else if (request.ask().mode() == Mode.RELEASE) {
            throw new ServiceException(CommonError.NOT_FOUND, "no such epoch");
        }
        seal(request.ask());
        store.runs().append(new RunEvent.Accepted(order, clock.millis()));
        enqueue(order);
        return new Reply.Accepted();
    }

    /** The answer for an epoch that is known already; null when a new run may take its place. */
    private static @Nullable Reply judge(Run run, Order order, Mode mode) {
        boolean same = run.runKey().equals(order.runKey());
        if (mode == Mode.RELEASE) {
            return release(run, same);
        }
        if (run.stage() instanceof Stage.Quarantined(Quarantine cause)) {
            throw new ServiceException(
                    RewarderError.QUARANTINED,
                    "the epoch is quarantined: " + cause.detail(),
                    Map.of("reason", cause.reason().wire(), "line", cause.line(), "account", cause.account()));
        }
        if (run.stage() instanceof Stage.Failed) {
            return null;
        }
        if (!same) {
            throw new ServiceException(
                    RewarderError.CONFLICT,
                    "the epoch has a run with other inputs or another policy",
                    Map.of("run_key", run.runKey().toString()));
        }
        return run.result().isPresent() ? new Reply.Exists() : new Reply.Accepted();
    }

    private static @Nullable Reply release(Run run, boolean same) {
        if (!(run.stage() instanceof Stage.Quarantined(Quarantine cause))) {
            throw new ServiceException(RewarderError.CONFLICT, "the epoch is not quarantined");
        }
        if (same && cause.reason() != Quarantine.Reason.INTENTS) {
            throw new ServiceException(RewarderError.QUARANTINED, "a release needs corrected inputs or policy");
        }
        return null;
    }

    /** Offers the order to the workers, once more after a moment; then the run fails and its caller is told. */
    private void enqueue(Order order) throws InterruptedException {
        if (!desk.compute(order.epoch())) {
            return;
        }
        var job = ComputeJob.real(order, deadline());
        if (offer(job) == Offer.ACCEPTED) {
            return;
        }
        desk.computed(order.epoch());
        store.runs().append(new RunEvent.Failed(order.epoch(), CommonError.BUSY.name(), "the work queue was full"));
        throw new ServiceException(CommonError.BUSY, "work queue is full");
    }

    private Offer offer(ComputeJob job) {
        var first = work.offer(job);
        if (first != Offer.FULL) {
            return first;
        }
        var compute = config.current().compute();
        long least = compute.retryMin().toNanos();
        long most = Math.max(least + 1, compute.retryMax().toNanos());
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(least, most));
        return work.offer(job);
    }

    private void dry(RunRequest request, Order order, BiConsumer<Reply, Throwable> answer) throws IOException {
        seal(request.ask());
        var job = new ComputeJob(order, true, new java.util.concurrent.CompletableFuture<>(), request.deadline(), 0);
        if (offer(job) != Offer.ACCEPTED) {
            throw new ServiceException(CommonError.BUSY, "work queue is full");
        }
        var _ = job.dry().whenComplete((manifest, failure) -> {
            if (failure == null) {
                answer.accept(new Reply.Dry(manifest), null);
            } else {
                answer.accept(new Reply.Accepted(), failure);
            }
        });
    }

    private Order order(RunRequest request) throws InterruptedException {
        var ask = request.ask();
        var found = registry.policy(ask.policy(), ask.version())
                .orElseThrow(() -> new ServiceException(
                        RewarderError.POLICY_UNKNOWN, "the registry has no such policy at that version"));
        byte[] canonical;
        try {
            PolicyReader.read(found.body());
            canonical = CanonicalJson.bytes(found.body());
        } catch (IllegalArgumentException e) {
            throw new ServiceException(RewarderError.POLICY_INVALID, String.valueOf(e.getMessage()));
        }
        var policy = new PolicyRef(found.id(), found.version(), ContentAddress.of(Blake3.hash(canonical), 0));
        String body = new String(canonical, StandardCharsets.UTF_8);
        return new Order(request.epoch(), ask.inputs(), ask.inline() != null, policy, body, ask.notes());
    }

    private void seal(RunRequest.Ask ask) throws IOException {
        byte[] inline = ask.inline();
        if (inline != null) {
            store.artifacts().seal(ask.inputs(), inline);
        }
    }

    /** Half an epoch: a run that takes longer would fall behind for good. Its caller was told 202 and waits no more. */
    Deadline deadline() {
        return Deadline.after(Duration.ofNanos(
                TimeUnit.NANOSECONDS.convert(config.current().compute().epochDuration()) / 2));
    }

    private static ServiceException draining() {
        return new ServiceException(CommonError.DRAINING, "the rewarder is shutting down");
    }
}
