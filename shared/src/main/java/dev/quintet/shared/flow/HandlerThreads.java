package dev.quintet.shared.flow;

import java.util.concurrent.Executor;

/** Where handlers run: one new virtual thread per activation of a worker, so nothing is held while a channel is empty. */
public final class HandlerThreads {
    private HandlerThreads() {}

    /** An executor whose threads carry {@code name}, as seen in a thread dump. */
    public static Executor named(String name) {
        var builder = Thread.ofVirtual().name(name + "-", 0);
        return builder::start;
    }
}
