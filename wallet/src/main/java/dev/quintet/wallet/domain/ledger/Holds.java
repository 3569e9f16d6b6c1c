package dev.quintet.wallet.domain.ledger;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The open holds, by the entry that placed them and by when they end. */
final class Holds {
    private static final Comparator<Hold> BY_EXPIRY =
            Comparator.comparingLong(Hold::expiresAt).thenComparingLong(Hold::entry);

    private final Map<Long, Hold> open = new HashMap<>();
    private final TreeSet<Hold> byExpiry = new TreeSet<>(BY_EXPIRY);
    private final ArrayDeque<Runnable> undo = new ArrayDeque<>();
    private boolean marked;

    int size() {
        return open.size();
    }

    Optional<Hold> find(long entry) {
        return Optional.ofNullable(open.get(entry));
    }

    /** The next hold to end, if its time has come. */
    @Nullable
    Hold due(long now) {
        if (byExpiry.isEmpty() || byExpiry.first().expiresAt() > now) {
            return null;
        }
        return byExpiry.first();
    }

    void add(Hold hold) {
        put(hold);
        if (marked) {
            undo.push(() -> take(hold));
        }
    }

    Hold end(long entry) {
        Hold hold = open.get(entry);
        if (hold == null) {
            throw new LedgerCorruption("entry " + entry + " is not an open hold");
        }
        take(hold);
        if (marked) {
            undo.push(() -> put(hold));
        }
        return hold;
    }

    void mark() {
        marked = true;
        undo.clear();
    }

    void keep() {
        marked = false;
    }

    void rollback() {
        marked = false;
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
    }

    List<Hold> list() {
        return List.copyOf(byExpiry);
    }

    private void put(Hold hold) {
        open.put(hold.entry(), hold);
        byExpiry.add(hold);
    }

    private void take(Hold hold) {
        open.remove(hold.entry());
        byExpiry.remove(hold);
    }
}
