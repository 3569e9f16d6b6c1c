package dev.quintet.rewarder.pipeline;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Who is at work on which epoch in this process, so that nobody does the same twice. Memory only: a restart starts anew. */
@ApplicationScoped
public class Desk {
    private final Set<String> deciding = ConcurrentHashMap.newKeySet();
    private final Map<String, CompletableFuture<Void>> computing = new ConcurrentHashMap<>();
    private final Set<String> settling = ConcurrentHashMap.newKeySet();
    private final Map<String, Long> notBefore = new ConcurrentHashMap<>();

    /** False while somebody else decides about a request for the epoch. */
    boolean decide(String epoch) {
        return deciding.add(epoch);
    }

    void decided(String epoch) {
        deciding.remove(epoch);
    }

    /** False when the epoch is on its way to a worker already. */
    boolean compute(String epoch) {
        return computing.putIfAbsent(epoch, new CompletableFuture<>()) == null;
    }

    void computed(String epoch) {
        var waiting = computing.remove(epoch);
        if (waiting != null) {
            waiting.complete(null);
        }
    }

    /** Completes when the epoch's computation is over, one way or the other. */
    public CompletableFuture<Void> whenComputed(String epoch) {
        return computing.getOrDefault(epoch, CompletableFuture.completedFuture(null));
    }

    /** False when the epoch's settlement is with the emitter, or waits for its time. */
    boolean settle(String epoch) {
        Long time = notBefore.get(epoch);
        return (time == null || time - System.nanoTime() <= 0) && settling.add(epoch);
    }

    void settled(String epoch) {
        settling.remove(epoch);
    }

    void pause(String epoch, Duration pause) {
        notBefore.put(epoch, System.nanoTime() + pause.toNanos());
    }

    void resume(String epoch) {
        notBefore.remove(epoch);
    }
}
