package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** One change of an address at a time: storing, deleting and pinning the same object happen one after the other. */
final class Gates {
    private final Map<ContentAddress, CompletableFuture<Void>> busy = new ConcurrentHashMap<>();

    <T> T through(ContentAddress address, Supplier<T> change) {
        var mine = new CompletableFuture<Void>();
        for (var other = busy.putIfAbsent(address, mine); other != null; other = busy.putIfAbsent(address, mine)) {
            other.join();
        }
        try {
            return change.get();
        } finally {
            busy.remove(address);
            mine.complete(null);
        }
    }
}
