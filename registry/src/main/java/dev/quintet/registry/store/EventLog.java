package dev.quintet.registry.store;

import dev.quintet.registry.domain.Event;
import dev.quintet.registry.domain.Head;

/** Where events are written: on top of the head that the writer knows, or not at all. */
interface EventLog {

    /** A durable event, with its place for reading it again. */
    interface Reader {
        void event(long sequence, long place, Event event);
    }

    /**
     * Appends if {@code expected} is still the head; durable after {@link #sync()}. False when somebody else has moved
     * the head, and then nothing is written.
     */
    boolean append(Head expected, Event event);

    /** The sequence of what was appended last. */
    long lastSequence();

    /** The place of what was appended last. */
    long lastPlace();

    void sync();

    /** Hands over every event from {@code sequence} on, in order. */
    void replay(long sequence, Reader reader);
}
