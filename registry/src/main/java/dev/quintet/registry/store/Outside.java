package dev.quintet.registry.store;

import dev.quintet.registry.domain.Machine;
import java.time.InstantSource;
import java.util.function.Supplier;

/** What the writer needs from outside: time, bounds and patience as they are now, and somebody to tell. */
public record Outside(
        InstantSource clock, Supplier<Machine.Limits> limits, Supplier<Backoff> backoff, StoreMoments moments) {}
