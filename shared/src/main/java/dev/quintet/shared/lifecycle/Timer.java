package dev.quintet.shared.lifecycle;

import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Runs something later; the returned action calls it off. Tests bring their own. */
@FunctionalInterface
interface Timer {
    Timer REAL = (delay, action) -> {
        var scheduled = Infrastructure.getDefaultWorkerPool().schedule(action, delay.toMillis(), TimeUnit.MILLISECONDS);
        return () -> scheduled.cancel(false);
    };

    Runnable after(Duration delay, Runnable action);
}
