package dev.quintet.storage.pipeline;

import dev.quintet.shared.content.ContentAddress;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Repairs that are never shed: each object at most once, taken before anything in {@code repair}. Bounded; past the bound
 * so much is broken that the next plan finds it all anyway.
 */
@ApplicationScoped
class UrgentRepairs {
    private static final int OBJECTS_MAX = 100_000;

    private final Set<ContentAddress> waiting = ConcurrentHashMap.newKeySet();

    /** False when it waits already, or too many do. */
    boolean add(ContentAddress address) {
        return waiting.size() < OBJECTS_MAX && waiting.add(address);
    }

    Optional<ContentAddress> poll() {
        var next = waiting.stream().findAny();
        while (next.isPresent() && !waiting.remove(next.get())) {
            next = waiting.stream().findAny();
        }
        return next;
    }

    int size() {
        return waiting.size();
    }
}
