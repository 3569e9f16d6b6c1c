package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What keeps the collector from taking chunks that are about to be used.
 *
 * <p>A writer publishes the chunk first and looks for it second; the collector condemns a chunk first and looks for intents
 * second. So at least one of them sees the other: the writer stores the chunk anew, or the collector spares it, or both.
 * An intent that has ended still protects until the next mark begins, which then sees the object itself.
 */
final class Intents {
    private final Map<ContentAddress, Integer> active = new ConcurrentHashMap<>();
    private volatile Set<ContentAddress> ended = ConcurrentHashMap.newKeySet();
    private final Set<ContentAddress> condemned = ConcurrentHashMap.newKeySet();
    private final Map<Manifest, Integer> reading = new ConcurrentHashMap<>();

    /** One writer's chunks. */
    final class Holder implements AutoCloseable {
        private final List<ContentAddress> held = new ArrayList<>();

        /** Publishes the chunk; answers whether copies that are there may be relied on. */
        boolean publish(ContentAddress chunk) {
            var key = key(chunk.a(), chunk.b());
            active.merge(key, 1, Integer::sum);
            held.add(key);
            return !condemned.contains(key);
        }

        /** Only after whatever refers to the chunks is in the index, or never will be. */
        @Override
        public void close() {
            for (var key : held) {
                ended.add(key);
                active.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1);
            }
            held.clear();
        }
    }

    /** What the index knows a chunk by. */
    static ContentAddress key(long a, long b) {
        return new ContentAddress(a, b, 0, 0);
    }

    Holder holder() {
        return new Holder();
    }

    /** An object is being read: its chunks stay for as long. */
    void reading(Manifest object) {
        reading.merge(object, 1, Integer::sum);
    }

    void read(Manifest object) {
        reading.computeIfPresent(object, (_, count) -> count == 1 ? null : count - 1);
    }

    /** The objects that are being read. */
    Set<Manifest> readers() {
        return reading.keySet();
    }

    /** A mark begins: it sees the objects of all intents that have ended before. */
    void markBegins() {
        ended = ConcurrentHashMap.newKeySet();
    }

    /** From now on writers do not rely on the chunk. */
    void condemn(ContentAddress key) {
        condemned.add(key);
    }

    void absolve(ContentAddress key) {
        condemned.remove(key);
    }

    boolean protects(ContentAddress key) {
        return active.containsKey(key) || ended.contains(key);
    }
}
