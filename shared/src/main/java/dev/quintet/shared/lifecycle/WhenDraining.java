package dev.quintet.shared.lifecycle;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.ScheduledExecution;
import jakarta.inject.Singleton;

/** {@code skipExecutionIf} of every tick: no new work is planned by a process that is not serving. */
@Singleton
public class WhenDraining implements Scheduled.SkipPredicate {
    private final Lifecycle lifecycle;

    WhenDraining(Lifecycle lifecycle) {
        this.lifecycle = lifecycle;
    }

    @Override
    public boolean test(ScheduledExecution execution) {
        return !lifecycle.serving();
    }
}
