package dev.quintet.registry.domain;

import dev.quintet.registry.domain.payload.Key;
import dev.quintet.registry.domain.payload.Kind;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The folded descriptors at every version that is kept, found in logarithmic time. Newest bodies are in memory, older
 * ones in the log, where the version says. One writer; readers may ask at any time for versions that were published.
 */
public final class DescriptorIndex {
    private final ConcurrentNavigableMap<Key, History> histories = new ConcurrentSkipListMap<>();

    /**
     * A descriptor as one commit left it.
     *
     * @param body null when it has to be read from that commit's artifact
     */
    public record Found(long version, @Nullable String body) {}

    /** The descriptor as of version {@code at}. */
    public Optional<Found> find(Key key, long at) {
        var history = histories.get(key);
        return history == null ? Optional.empty() : history.find(at);
    }

    /** The keys there ever were, in order, from the first of a kind or after a key; ask each with {@link #find}. */
    public Iterable<Key> keysAfter(@Nullable Kind kind, @Nullable Key after) {
        ConcurrentNavigableMap<Key, History> from = histories;
        if (kind != null) {
            from = from.tailMap(Key.firstOf(kind), true);
        }
        return (after == null ? from : from.tailMap(after, false)).keySet();
    }

    /** How many keys there are, removed ones included. */
    public int size() {
        return histories.size();
    }

    boolean present(Key key) {
        return find(key, Long.MAX_VALUE).isPresent();
    }

    /** The version that last put or removed it; 0 when none did. */
    long lastChange(Key key) {
        return lastChangeUpTo(key, Long.MAX_VALUE);
    }

    long lastChangeUpTo(Key key, long at) {
        var history = histories.get(key);
        return history == null ? 0 : history.lastChange(at);
    }

    void put(Key key, long version, String body) {
        histories.computeIfAbsent(key, _ -> new History()).add(version, body);
    }

    void remove(Key key, long version) {
        histories.computeIfAbsent(key, _ -> new History()).add(-version, null);
    }

    /** All versions of a key up to {@code at}: negative where it was removed. */
    long[] versions(Key key, long at) {
        var history = histories.get(key);
        return history == null ? new long[0] : history.versions(at);
    }

    /** A key's past as a snapshot has it; {@code anchor} is the body of its first version when no artifact has it. */
    void restore(Key key, long[] versions, @Nullable String anchor, @Nullable String latest) {
        histories.put(key, new History(versions, anchor, latest));
    }

    /**
     * Forgets what was before {@code first}, the oldest version whose artifact stays. {@code anchors} has the bodies of
     * what was in force then. Only for the writer.
     */
    public void forget(Collection<Key> keys, long first, Map<Key, String> anchors) {
        for (Key key : keys) {
            var history = histories.get(key);
            if (history != null && history.forget(first, anchors.get(key))) {
                histories.remove(key);
            }
        }
    }

    /** One key's versions; readers take the node once and look at nothing else. */
    private static final class History {
        private static final class Node {
            private final long[] versions;
            private final int size;
            private final @Nullable String anchor;
            private final @Nullable String latest;

            Node(long[] versions, int size, @Nullable String anchor, @Nullable String latest) {
                this.versions = versions;
                this.size = size;
                this.anchor = anchor;
                this.latest = latest;
            }

            long change(int i) {
                return Math.abs(versions[i]);
            }

            /** The index of the last version of at most {@code at}; -1 when there is none. */
            int floor(long at) {
                int low = 0;
                int high = size - 1;
                while (low <= high) {
                    int middle = (low + high) >>> 1;
                    if (change(middle) <= at) {
                        low = middle + 1;
                    } else {
                        high = middle - 1;
                    }
                }
                return high;
            }
        }

        private volatile Node node;

        History() {
            node = new Node(new long[2], 0, null, null);
        }

        History(long[] versions, @Nullable String anchor, @Nullable String latest) {
            node = new Node(versions, versions.length, anchor, latest);
        }

        Optional<Found> find(long at) {
            var now = node;
            int i = now.floor(at);
            if (i < 0 || now.versions[i] < 0) {
                return Optional.empty();
            }
            String body = i == now.size - 1 ? now.latest : i == 0 ? now.anchor : null;
            return Optional.of(new Found(now.versions[i], body));
        }

        long lastChange(long at) {
            var now = node;
            int i = now.floor(at);
            return i < 0 ? 0 : now.change(i);
        }

        long[] versions(long at) {
            var now = node;
            return Arrays.copyOf(now.versions, now.floor(at) + 1);
        }

        void add(long version, @Nullable String body) {
            var old = node;
            // Readers of the old node never look past its size, so the array may be shared while it has room.
            long[] versions =
                    old.size == old.versions.length ? Arrays.copyOf(old.versions, 2 * old.size + 2) : old.versions;
            versions[old.size] = version;
            node = new Node(versions, old.size + 1, old.anchor, body);
        }

        /** Whether nothing is left. */
        boolean forget(long first, @Nullable String anchor) {
            var old = node;
            int keep = old.floor(first - 1);
            if (keep < 0) {
                return false;
            }
            boolean removed = old.versions[keep] < 0;
            int from = removed ? keep + 1 : keep;
            long[] versions = Arrays.copyOfRange(old.versions, from, Math.max(old.size, from));
            boolean known = removed || from == old.size - 1;
            node = new Node(versions, versions.length, known ? null : anchor, old.latest);
            return versions.length == 0;
        }
    }
}
