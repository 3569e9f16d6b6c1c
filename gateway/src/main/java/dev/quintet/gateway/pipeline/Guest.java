package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.domain.drr.Drop;
import dev.quintet.gateway.domain.drr.Turn;
import dev.quintet.gateway.domain.upstream.Endpoint;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * A request at the desk. What the desk decides about it while it waits is told later, on its own event loop: the desk's
 * lock is never held while a request goes on.
 */
public abstract class Guest extends Turn implements Runnable {
    @Nullable
    Lane lane;

    @Nullable
    Drop drop;

    @Nullable
    AdmissionScheduler desk;

    /** Its turn has come: it holds a slot until {@link AdmissionScheduler#leave}. */
    protected abstract void served();

    /** It waited in vain. */
    protected abstract void refused(Drop reason);

    protected abstract EventLoop loop();

    @Override
    protected final void granted() {
        wake();
    }

    @Override
    protected final void dropped(Drop reason) {
        drop = reason;
        wake();
    }

    /** On its event loop, after the desk let go of its lock. */
    @Override
    public final void run() {
        var reason = drop;
        if (reason == null) {
            served();
        } else {
            refused(reason);
        }
    }

    private void wake() {
        if (desk != null) {
            desk.wake(this);
        }
    }

    /** The address it is to ask; null while the upstream's breaker is open. */
    protected @Nullable Endpoint endpoint;
}
