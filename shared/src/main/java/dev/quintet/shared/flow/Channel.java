package dev.quintet.shared.flow;

import java.util.List;

/** What every channel can be asked, whatever it does with the item that does not fit. */
public sealed interface Channel permits BoundedChannel, LanedChannel, EvictingChannel, Broadcast, Watch {
    String name();

    int capacity();

    /** Items waiting; for one with subscribers, those of the slowest. */
    int depth();

    /** Items that have left the queue to be handled, ever. */
    long taken();

    /** Ends intake; what was accepted is still handled. Idempotent, never waits. */
    void close();

    /** Closes, interrupts the handlers, and hands back what nobody will handle any more. */
    List<?> abort();
}
