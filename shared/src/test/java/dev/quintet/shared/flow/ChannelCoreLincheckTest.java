package dev.quintet.shared.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jetbrains.lincheck.Lincheck;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The model checker runs the code below under thousands of chosen interleavings: it finds the lost item, the lost wake-up, the
 * double hand-over and the deadlock, and prints the schedule that leads there. Plain AssertionErrors, because the checker stumbles over AssertJ.
 */
@Timeout(300)
class ChannelCoreLincheckTest {
    private static final int INVOCATIONS = Integer.getInteger("quintet.lincheck.invocations", 500);

    @Test
    void twoProducersTwoWorkersAndACloseLoseNothing() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            // Given
            var run = new Run(2);
            run.attach(2);

            // When
            var first = new Thread(() -> run.offer(0));
            var second = new Thread(() -> run.offer(1));
            first.start();
            second.start();
            run.core.close();
            join(first);
            join(second);

            // Then
            run.check();
        });
    }

    @Test
    void aWaitingSenderIsSettledOnceAndItsItemHandledOnlyIfAccepted() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            // Given
            var run = new Run(1);
            run.offer(0);

            // When
            var sender = new Thread(() -> run.send(1));
            sender.start();
            run.attach(1);
            run.core.close();
            join(sender);

            // Then
            run.check();
        });
    }

    @Test
    void aSenderThatGivesUpInTheLastMomentIsToldTheTruth() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            // Given
            var run = new Run(1);
            run.offer(0);

            // When
            var sender = new Thread(() -> run.sendAndGiveUp(1));
            sender.start();
            run.attach(1);
            join(sender);
            run.core.close();

            // Then
            run.check();
        });
    }

    @Test
    void aSuccessorTakesOverWithoutLossAndWithoutOverlap() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            // Given
            var run = new Run(2);
            var old = run.attach(1);

            // When
            var producer = new Thread(() -> {
                run.offer(0);
                run.offer(1);
            });
            producer.start();
            run.core.detach(old, false);
            run.attach(1);
            join(producer);
            run.core.close();

            // Then
            run.check();
            if (run.most.get() > 1) {
                throw new AssertionError("two workers at once where one was asked for");
            }
        });
    }

    /** One history: a channel, its workers as plain threads, and what became of each item. */
    private static final class Run {
        private static final int ITEMS = 2;

        final ChannelCore<Integer> core;
        final AtomicInteger most = new AtomicInteger();
        private final AtomicIntegerArray accepted = new AtomicIntegerArray(ITEMS);
        private final AtomicIntegerArray handled = new AtomicIntegerArray(ITEMS);
        private final AtomicIntegerArray settled = new AtomicIntegerArray(ITEMS);
        private final AtomicInteger running = new AtomicInteger();
        private final AtomicInteger finished = new AtomicInteger();
        private final List<Thread> workers = new ArrayList<>();

        Run(int capacity) {
            core = new ChannelCore<>(capacity, capacity, null);
        }

        Taker<Integer> attach(int limit) {
            Executor threads = task -> {
                var thread = new Thread(task);
                synchronized (workers) {
                    workers.add(thread);
                }
                thread.start();
            };
            var taker = new Taker<Integer>(core, limit, threads, this::ended) {
                @Override
                void drain() {
                    for (Integer item = core.next(this); item != null; item = core.next(this)) {
                        int now = running.incrementAndGet();
                        if (now > most.get()) {
                            most.set(now);
                        }
                        handled.incrementAndGet(item);
                        running.decrementAndGet();
                    }
                }
            };
            core.attach(taker);
            return taker;
        }

        void offer(int item) {
            if (core.offer(item) == Offer.ACCEPTED) {
                accepted.incrementAndGet(item);
            }
        }

        void send(int item) {
            var waiter = waiter(item);
            Offer now = core.offerOrWait(waiter);
            if (now != null) {
                waiter.settle(now);
            }
        }

        void sendAndGiveUp(int item) {
            var waiter = waiter(item);
            Offer now = core.offerOrWait(waiter);
            if (now != null) {
                waiter.settle(now);
            } else if (core.withdraw(waiter, true)) {
                waiter.settle(Offer.FULL);
            }
        }

        private ChannelCore.Waiter<Integer> waiter(int item) {
            return new ChannelCore.Waiter<Integer>(item) {
                @Override
                void settle(Offer outcome) {
                    settled.incrementAndGet(item);
                    if (outcome == Offer.ACCEPTED) {
                        accepted.incrementAndGet(item);
                    }
                }
            };
        }

        void check() {
            joinWorkers();
            for (int item = 0; item < ITEMS; item++) {
                if (handled.get(item) != accepted.get(item)) {
                    throw new AssertionError("item " + item + " accepted " + accepted.get(item) + " times, handled "
                            + handled.get(item) + " times");
                }
                if (settled.get(item) > 1) {
                    throw new AssertionError("item " + item + " was answered twice");
                }
            }
            if (finished.get() != 1) {
                throw new AssertionError("finished " + finished.get() + " times");
            }
        }

        private void ended(@Nullable Throwable failure) {
            if (failure != null) {
                throw new AssertionError(failure);
            }
            finished.incrementAndGet();
        }

        // A worker may start another one before it ends, so the list is read again until it stops growing.
        private void joinWorkers() {
            for (int i = 0; true; i++) {
                Thread worker;
                synchronized (workers) {
                    if (i == workers.size()) {
                        return;
                    }
                    worker = workers.get(i);
                }
                join(worker);
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
