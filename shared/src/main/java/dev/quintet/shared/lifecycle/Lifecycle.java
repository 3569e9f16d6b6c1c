package dev.quintet.shared.lifecycle;

import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.flow.Watch;
import dev.quintet.shared.lifecycle.State.Draining;
import dev.quintet.shared.lifecycle.State.Failed;
import dev.quintet.shared.lifecycle.State.Serving;
import dev.quintet.shared.lifecycle.State.Starting;
import dev.quintet.shared.lifecycle.State.Stopped;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** The state of this process. A move that the state does not allow is ignored: the later state wins. */
@ApplicationScoped
public class Lifecycle {
    private static final String STARTING = "starting";
    private static final String DRAINING = "draining";
    private static final String FAILED = "failed";

    private final Readiness readiness;
    private final Watch<State> state;

    public Lifecycle(Readiness readiness, ChannelRegistry channels) {
        this.readiness = readiness;
        this.state = channels.watch("lifecycle", new Starting(), "Lifecycle", "all");
        readiness.down(STARTING, Scope.READS);
    }

    public State state() {
        return state.get();
    }

    /** The state now and after each change. */
    public Multi<State> changes() {
        return state.changes();
    }

    public boolean serving() {
        return state.get() instanceof Serving;
    }

    /** Whether intake must be refused for good: draining, stopped or failed. */
    public boolean draining() {
        return switch (state.get()) {
            case Starting _, Serving _ -> false;
            case Draining _, Stopped _, Failed _ -> true;
        };
    }

    /** Last of all start-up observers: recovery done in an earlier one is finished before anything is served. */
    void started(@Observes @Priority(Integer.MAX_VALUE) StartupEvent event) {
        serve();
    }

    void serve() {
        var now = state.update(old -> old instanceof Starting starting ? starting.serve() : old);
        if (now instanceof Serving) {
            readiness.up(STARTING);
        }
    }

    /** Readiness goes first: nobody is refused by a process that still calls itself ready. */
    void drain(Deadline deadline) {
        readiness.down(DRAINING, Scope.READS);
        state.update(old -> switch (old) {
            case Starting starting -> starting.drain(deadline);
            case Serving serving -> serving.drain(deadline);
            case Draining _, Stopped _, Failed _ -> old;
        });
    }

    void stop(DrainReport report) {
        state.update(old -> old instanceof Draining draining ? draining.stop(report) : old);
    }

    void fail(String cause) {
        readiness.down(FAILED, Scope.READS);
        state.update(old -> switch (old) {
            case Starting starting -> starting.fail(cause);
            case Serving serving -> serving.fail(cause);
            case Draining draining -> draining.fail(cause);
            case Stopped _, Failed _ -> old;
        });
    }
}
