package dev.quintet.rewarder.domain.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How far the payments of a run are, one byte each; safe for any thread. Those on their way have a nonce that was recorded before
 * they left, so that after a crash the very same requests are repeated.
 */
public final class Settlement {
    private final int intents;
    private final ReentrantLock lock = new ReentrantLock();
    private final byte[] states; // guarded by lock
    private final int[] counts = new int[IntentState.ALL.size()]; // guarded by lock
    private List<InFlight> inFlight = List.of(); // guarded by lock

    /** A payment on its way. */
    public record InFlight(int payee, long nonce) {}

    /** How many are in each state. */
    public record Progress(int intents, int pending, int sent, int accepted, int duplicate, int failed) {
        /** Nothing is left to be sent. */
        public boolean over() {
            return accepted + duplicate + failed == intents;
        }

        public boolean complete() {
            return accepted + duplicate == intents;
        }
    }

    public Settlement(int payees, int intents) {
        this.intents = intents;
        this.states = new byte[payees];
    }

    public Progress progress() {
        lock.lock();
        try {
            int sent = count(IntentState.SENT);
            int accepted = count(IntentState.ACCEPTED);
            int duplicate = count(IntentState.DUPLICATE);
            int failed = count(IntentState.FAILED);
            return new Progress(
                    intents, intents - sent - accepted - duplicate - failed, sent, accepted, duplicate, failed);
        } finally {
            lock.unlock();
        }
    }

    public IntentState state(int payee) {
        lock.lock();
        try {
            return IntentState.ALL.get(states[payee]);
        } finally {
            lock.unlock();
        }
    }

    public List<InFlight> inFlight() {
        lock.lock();
        try {
            return inFlight;
        } finally {
            lock.unlock();
        }
    }

    public void sent(long firstNonce, int[] payees) {
        lock.lock();
        try {
            var list = new ArrayList<>(inFlight);
            for (int i = 0; i < payees.length; i++) {
                move(payees[i], IntentState.SENT);
                list.add(new InFlight(payees[i], firstNonce == 0 ? 0 : firstNonce + i));
            }
            inFlight = List.copyOf(list);
        } finally {
            lock.unlock();
        }
    }

    /** Back to where they may be sent again; also those that failed, when an operator says so. */
    public void recalled(int[] payees) {
        lock.lock();
        try {
            for (int payee : payees) {
                move(payee, IntentState.PENDING);
            }
            land(payees);
        } finally {
            lock.unlock();
        }
    }

    public void settled(int[] payees, List<IntentState> outcomes) {
        lock.lock();
        try {
            for (int i = 0; i < payees.length; i++) {
                move(payees[i], outcomes.get(i));
            }
            land(payees);
        } finally {
            lock.unlock();
        }
    }

    /** The payees whose payment failed. */
    public int[] failed() {
        lock.lock();
        try {
            int code = IntentState.FAILED.code();
            return java.util.stream.IntStream.range(0, states.length)
                    .filter(payee -> states[payee] == code)
                    .toArray();
        } finally {
            lock.unlock();
        }
    }

    private void move(int payee, IntentState to) {
        counts[states[payee]]--;
        states[payee] = to.code();
        counts[to.code()]++;
    }

    private void land(int[] payees) {
        int[] sorted = payees.clone();
        Arrays.sort(sorted);
        inFlight = inFlight.stream()
                .filter(flight -> Arrays.binarySearch(sorted, flight.payee()) < 0)
                .toList();
    }

    private int count(IntentState state) {
        return counts[state.code()];
    }
}
