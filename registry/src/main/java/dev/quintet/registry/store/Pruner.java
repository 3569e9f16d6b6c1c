package dev.quintet.registry.store;

import dev.quintet.registry.domain.payload.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Forgets old versions without holding up the writer: what is in force of them is read first, then the index lets go of
 * them in small batches between the writer's groups, then a snapshot says so, and only then segments go. Versions are
 * forgotten exactly, segments when all of them is forgotten.
 */
final class Pruner {
    /** Keys in one turn of the writer: about a tenth of a millisecond. */
    private static final int TURN = 500;

    private final RegistryStore store;
    private final Function<Runnable, CompletableFuture<?>> onWriter;

    Pruner(RegistryStore store, Function<Runnable, CompletableFuture<?>> onWriter) {
        this.store = store;
        this.onWriter = onWriter;
    }

    void snapshot() {
        var work = new AtomicReference<@Nullable Runnable>();
        onWriter.apply(() -> work.set(store.snapshot())).join();
        var frozen = work.get();
        if (frozen != null) {
            frozen.run();
        }
    }

    /** Answers how many segments went. */
    int prune(long keepFrom) {
        var versions = store.fold().versions();
        if (keepFrom <= versions.first() || keepFrom >= versions.next()) {
            return 0;
        }
        long covered = versions.sequence(keepFrom) - 1;
        var index = store.fold().state().index();
        var turn = new ArrayList<Key>();
        for (Key key : index.keysAfter(null, null)) {
            turn.add(key);
            if (turn.size() == TURN) {
                forget(turn, keepFrom);
                turn.clear();
            }
        }
        forget(turn, keepFrom);
        onWriter.apply(() -> versions.forget(keepFrom)).join();
        snapshot();
        return store.log().prune(covered);
    }

    private void forget(List<Key> keys, long keepFrom) {
        var index = store.fold().state().index();
        Map<Key, String> anchors = new HashMap<>();
        for (Key key : keys) {
            index.find(key, keepFrom - 1).ifPresent(found -> {
                String body = found.body();
                anchors.put(key, body == null ? store.body(key, found.version()) : body);
            });
        }
        var batch = List.copyOf(keys);
        onWriter.apply(() -> index.forget(batch, keepFrom, anchors)).join();
    }
}
