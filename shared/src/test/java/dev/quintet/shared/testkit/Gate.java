package dev.quintet.shared.testkit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds threads until the test opens it, and tells the test when somebody stands before it. Instead of sleeping. */
public final class Gate {
    private static final long PATIENCE_SECONDS = 10;

    private final CountDownLatch open = new CountDownLatch(1);
    private final CountDownLatch reached;

    public Gate() {
        this(1);
    }

    /** {@link #awaitReached} waits for {@code parties} threads. */
    public Gate(int parties) {
        reached = new CountDownLatch(parties);
    }

    /** Called by the code under test: reports arrival, then waits for {@link #open}. */
    public void pass() throws InterruptedException {
        reached.countDown();
        await(open, "the gate was never opened");
    }

    /** Reports arrival without waiting. */
    public void reach() {
        reached.countDown();
    }

    public void open() {
        open.countDown();
    }

    /** Called by the test: waits until all parties have arrived. */
    public void awaitReached() throws InterruptedException {
        await(reached, "nobody reached the gate");
    }

    public boolean isReached() {
        return reached.getCount() == 0;
    }

    private static void await(CountDownLatch latch, String complaint) throws InterruptedException {
        if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError(complaint);
        }
    }
}
