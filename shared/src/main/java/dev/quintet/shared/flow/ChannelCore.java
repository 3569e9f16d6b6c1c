package dev.quintet.shared.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The queue, the close gate, the waiting senders and the count of active workers: all that must change in one step. Bounded
 * by {@code capacity} items plus {@code waitersMax} waiters. No foreign code runs while the gate is held, and nothing in
 * here blocks longer than the gate itself; free of Mutiny so that a model checker can explore it.
 *
 * <p>A worker is claimed (counted in {@code active}) under the gate by whoever adds the item and is retired under the same
 * gate by the worker that finds nothing to do. That is why no wake-up is ever lost.
 */
final class ChannelCore<E> {
    /** A sender that waits for room. Settled exactly once, never while the gate is held. */
    abstract static class Waiter<E> {
        final E item;

        Waiter(E item) {
            this.item = item;
        }

        abstract void settle(Offer outcome);
    }

    private final int capacity;
    private final int waitersMax;
    // Makes the mark that stands for evicted items in the stream; absent where nobody is told.
    private final @Nullable LongFunction<E> gap;

    private final ReentrantLock gate = new ReentrantLock();
    // All below: guarded by gate.
    private final ArrayDeque<E> items = new ArrayDeque<>();
    private final LinkedHashSet<Waiter<E>> waiters = new LinkedHashSet<>();
    private @Nullable Taker<E> taker;
    private int active;
    private long missed;
    private long dropped;
    private long taken;
    private boolean closed;

    ChannelCore(int capacity, int waitersMax, @Nullable LongFunction<E> gap) {
        if (capacity < 1 || waitersMax < 0) {
            throw new IllegalArgumentException("capacity " + capacity + ", waiters " + waitersMax);
        }
        this.capacity = capacity;
        this.waitersMax = waitersMax;
        this.gap = gap;
    }

    Offer offer(E item) {
        Taker<E> woken;
        gate.lock();
        try {
            // Inside the gate: an item that passed this check is in the queue before close() can look at the queue.
            if (closed) {
                return Offer.CLOSED;
            }
            if (items.size() == capacity) {
                dropped++;
                return Offer.FULL;
            }
            items.add(item);
            woken = claim();
        } finally {
            gate.unlock();
        }
        wake(woken);
        return Offer.ACCEPTED;
    }

    /** The item that will not be handled because of this call: the oldest when full, this one when closed. */
    @Nullable
    E offerEvicting(E item) {
        E evicted = null;
        Taker<E> woken;
        gate.lock();
        try {
            if (closed) {
                return item;
            }
            if (items.size() == capacity) {
                evicted = items.poll();
                dropped++;
                missed++;
            }
            items.add(item);
            woken = claim();
        } finally {
            gate.unlock();
        }
        wake(woken);
        return evicted;
    }

    /** The answer, or null when the waiter has joined the line and will be settled later. */
    @Nullable
    Offer offerOrWait(Waiter<E> waiter) {
        Taker<E> woken;
        gate.lock();
        try {
            if (closed) {
                return Offer.CLOSED;
            }
            // Waiters exist only while the queue is full, so joining the queue here overtakes nobody.
            if (items.size() == capacity) {
                if (waiters.size() < waitersMax) {
                    waiters.add(waiter);
                    return null;
                }
                dropped++;
                return Offer.FULL;
            }
            items.add(waiter.item);
            woken = claim();
        } finally {
            gate.unlock();
        }
        wake(woken);
        return Offer.ACCEPTED;
    }

    /** Takes a waiter out of the line; false if it has been or is being settled. Counts as a drop when it gave up. */
    boolean withdraw(Waiter<E> waiter, boolean gaveUp) {
        gate.lock();
        try {
            boolean removed = waiters.remove(waiter);
            if (removed && gaveUp) {
                dropped++;
            }
            return removed;
        } finally {
            gate.unlock();
        }
    }

    /** Starts a taker; it is finished at once if the channel is closed and empty. One at a time. */
    void attach(Taker<E> next) {
        int starts;
        boolean finished;
        gate.lock();
        try {
            if (taker != null) {
                throw new IllegalStateException("this channel has a consumer already");
            }
            taker = next;
            // A previous taker's last workers still count: a single writer stays single across a restart.
            starts = Math.min(items.size(), next.limit() - active);
            starts = next.ready() ? Math.max(starts, 0) : 0;
            active += starts;
            finished = finish();
        } finally {
            gate.unlock();
        }
        for (int i = 0; i < starts; i++) {
            next.wake();
        }
        if (finished) {
            next.finished();
        }
    }

    /** Ends a taker early: its workers take nothing more; the queue is left to the next taker. */
    void detach(Taker<E> old, boolean interrupt) {
        gate.lock();
        try {
            if (attached(old)) {
                taker = null;
            }
            if (interrupt) {
                old.interruptWorkers();
            }
        } finally {
            gate.unlock();
        }
    }

    /** Starts a worker if there is something to take; for a taker that has become ready. */
    void kick(Taker<E> ready) {
        Taker<E> woken = null;
        gate.lock();
        try {
            if (attached(ready) && !items.isEmpty()) {
                woken = claim();
            }
        } finally {
            gate.unlock();
        }
        wake(woken);
    }

    /** Called by a claimed worker as it starts; until it retires it can be interrupted. */
    void enter(Taker<E> worker) {
        gate.lock();
        try {
            worker.workers.add(Thread.currentThread());
        } finally {
            gate.unlock();
        }
    }

    /** The next item for a claimed worker; null retires the worker. */
    @Nullable
    E next(Taker<E> worker) {
        E item;
        Waiter<E> promoted = null;
        Taker<E> woken = null;
        Taker<E> finished = null;
        gate.lock();
        try {
            item = attached(worker) && worker.ready() ? poll() : null;
            if (item == null) {
                finished = retire(worker);
                woken = finished == null && !items.isEmpty() ? claim() : null;
            } else {
                promoted = promote();
                woken = promoted == null ? null : claim();
            }
        } finally {
            gate.unlock();
        }
        if (promoted != null) {
            promoted.settle(Offer.ACCEPTED);
        }
        wake(woken);
        if (finished != null) {
            finished.finished();
        }
        return item;
    }

    /** Up to {@code max} items in order for a claimed worker; null retires the worker. */
    @Nullable
    List<E> nextBatch(Taker<E> worker, int max) {
        E first = next(worker);
        if (first == null) {
            return null;
        }
        var batch = new ArrayList<E>();
        batch.add(first);
        var promoted = new ArrayList<Waiter<E>>();
        gate.lock();
        try {
            while (batch.size() < max && attached(worker) && !items.isEmpty()) {
                batch.add(poll());
                var waiter = promote();
                if (waiter != null) {
                    promoted.add(waiter);
                }
            }
        } finally {
            gate.unlock();
        }
        for (var waiter : promoted) {
            waiter.settle(Offer.ACCEPTED);
        }
        return batch;
    }

    void close() {
        List<Waiter<E>> refused;
        Taker<E> current;
        boolean finished;
        gate.lock();
        try {
            closed = true;
            refused = List.copyOf(waiters);
            waiters.clear();
            current = taker;
            finished = finish();
        } finally {
            gate.unlock();
        }
        refused.forEach(waiter -> waiter.settle(Offer.CLOSED));
        if (finished && current != null) {
            current.finished();
        }
    }

    /** Closes, interrupts the workers and hands back what is still queued, oldest first. */
    List<E> abort() {
        List<E> rest;
        gate.lock();
        try {
            closed = true;
            rest = List.copyOf(items);
            items.clear();
            if (taker != null) {
                taker.interruptWorkers();
            }
        } finally {
            gate.unlock();
        }
        close();
        return rest;
    }

    int capacity() {
        return capacity;
    }

    int depth() {
        return inside(items::size);
    }

    int waiting() {
        return inside(waiters::size);
    }

    long dropped() {
        return inside(() -> dropped);
    }

    long taken() {
        return inside(() -> taken);
    }

    private <R> R inside(Supplier<R> read) {
        gate.lock();
        try {
            return read.get();
        } finally {
            gate.unlock();
        }
    }

    @SuppressWarnings("ReferenceEquality") // Takers are identities.
    private boolean attached(Taker<E> candidate) {
        return taker == candidate;
    }

    private @Nullable E poll() {
        if (missed > 0 && gap != null) {
            E mark = gap.apply(missed);
            missed = 0;
            return mark;
        }
        E item = items.poll();
        if (item != null) {
            taken++;
        }
        return item;
    }

    private @Nullable Waiter<E> promote() {
        if (waiters.isEmpty() || items.size() == capacity) {
            return null;
        }
        var waiter = waiters.removeFirst();
        items.add(waiter.item);
        return waiter;
    }

    private @Nullable Taker<E> claim() {
        if (taker == null || active >= taker.limit() || !taker.ready()) {
            return null;
        }
        active++;
        return taker;
    }

    private @Nullable Taker<E> retire(Taker<E> worker) {
        if (worker.workers.remove(Thread.currentThread())) {
            // An interrupt that came too late for its item must not hit what the thread does next.
            Thread.interrupted();
        }
        active--;
        var current = taker;
        return finish() ? current : null;
    }

    private boolean finish() {
        if (taker == null || !closed || active > 0 || !items.isEmpty()) {
            return false;
        }
        taker = null;
        return true;
    }

    private static <E> void wake(@Nullable Taker<E> taker) {
        if (taker != null) {
            taker.wake();
        }
    }
}
