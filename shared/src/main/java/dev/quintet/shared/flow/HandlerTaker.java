package dev.quintet.shared.flow;

import dev.quintet.shared.error.ServiceException;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Hands items (or batches of them) to a handler and keeps its exceptions from ending the stream. */
final class HandlerTaker<E, B> extends Taker<E> {
    private static final Logger LOG = Logger.getLogger(HandlerTaker.class);

    /** What one consumption needs, apart from where its outcome goes. */
    record Plan<E, B>(
            String channel,
            int workers,
            Executor executor,
            Function<Taker<E>, @Nullable B> next,
            Handler<B> handler,
            LongAdder failures) {}

    private final Plan<E, B> plan;

    HandlerTaker(ChannelCore<E> core, Plan<E, B> plan, Consumer<@Nullable Throwable> done) {
        super(core, plan.workers(), plan.executor(), done);
        this.plan = plan;
    }

    /** Each subscription is a new taker, so a failed or cancelled one can be followed by another. */
    static <E, B> Uni<Void> consume(ChannelCore<E> core, Plan<E, B> plan) {
        return Uni.createFrom().emitter(emitter -> {
            var taker = new HandlerTaker<E, B>(core, plan, failure -> {
                if (failure == null) {
                    emitter.complete(null);
                } else {
                    emitter.fail(failure);
                }
            });
            emitter.onTermination(() -> core.detach(taker, true));
            core.attach(taker);
        });
    }

    @Override
    void drain() {
        for (B work = plan.next().apply(this); work != null; work = plan.next().apply(this)) {
            handle(work);
        }
    }

    private void handle(B work) {
        try {
            plan.handler().handle(work);
        } catch (InterruptedException e) {
            plan.failures().increment();
            LOG.infof("channel %s: handler interrupted", plan.channel());
        } catch (ServiceException e) {
            // An answer, not an accident: the handler has chosen its words, and they carry no stack trace.
            plan.failures().increment();
            LOG.debugf("channel %s: %s %s", plan.channel(), e.code().name(), e.getMessage());
        } catch (Exception e) {
            plan.failures().increment();
            LOG.warnf(e, "channel %s: handler failed, one item lost", plan.channel());
        }
    }
}
