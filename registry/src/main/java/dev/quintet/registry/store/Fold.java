package dev.quintet.registry.store;

import dev.quintet.registry.domain.Event;
import dev.quintet.registry.domain.RegistryState;

/** The state that the events up to some sequence amount to, and where their commits lie. */
final class Fold {
    private final RegistryState state = new RegistryState();
    private final Versions versions = new Versions();
    private long sequence;

    RegistryState state() {
        return state;
    }

    Versions versions() {
        return versions;
    }

    void startAt(long covered) {
        sequence = covered;
    }

    void apply(long at, long place, Event event) {
        state.apply(event);
        if (event instanceof Event.Committed) {
            versions.add(at, place);
        }
        sequence = at;
    }

    /** Takes up what is in the log and not yet here. */
    long catchUp(EventLog log) {
        long before = sequence;
        log.replay(sequence + 1, this::apply);
        return sequence - before;
    }
}
