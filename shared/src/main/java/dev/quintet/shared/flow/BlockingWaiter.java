package dev.quintet.shared.flow;

import dev.quintet.shared.deadline.Deadline;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A sender that waits on its own thread. */
final class BlockingWaiter<E> extends ChannelCore.Waiter<E> {
    private final CountDownLatch settled = new CountDownLatch(1);
    private volatile Offer outcome = Offer.FULL;

    BlockingWaiter(E item) {
        super(item);
    }

    @Override
    void settle(Offer outcome) {
        this.outcome = outcome;
        settled.countDown();
    }

    Offer await(ChannelCore<E> core, Deadline deadline) throws InterruptedException {
        try {
            if (!settled.await(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS) && core.withdraw(this, true)) {
                return Offer.FULL;
            }
        } catch (InterruptedException e) {
            if (core.withdraw(this, false)) {
                throw e;
            }
            // Settled in the same moment: the answer counts, and the interrupt stays visible to the caller.
            Thread.currentThread().interrupt();
        }
        awaitSettled();
        return outcome;
    }

    // Whoever took this waiter out of the line is about to settle it and waits for nobody.
    private void awaitSettled() {
        boolean interrupted = false;
        while (true) {
            try {
                settled.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
