package dev.quintet.tools.bench;

import com.sun.management.ThreadMXBean;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.flow.Offer;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/**
 * What it costs to get an item from a producer to a handler. Busy: one producer as fast as it can, so a worker is nearly always
 * awake. Idle: one item at a time, so each one wakes a worker and the answer wakes the producer.
 */
final class ChannelBench {
    private static final int CAPACITY = 1_024;
    private static final int BUSY_ITEMS = 2_000_000;
    private static final int IDLE_ITEMS = 50_000;
    private static final Integer ITEM = 1;

    /** A way from producer to handler: {@code put} retries until there is room, {@code close} waits for the last item. */
    private interface Route {
        void put(Integer item) throws InterruptedException;

        void close() throws InterruptedException;
    }

    @FunctionalInterface
    private interface RouteTo {
        Route open(Runnable handler);
    }

    private ChannelBench() {}

    /** Prints the figures of one run. */
    public static void main(String[] arguments) throws Exception {
        System.out.println("BoundedChannel     " + channel());
        System.out.println("ArrayBlockingQueue " + blockingQueue());
    }

    static Map<String, Double> channel() throws InterruptedException {
        return measure(ChannelBench::overChannel);
    }

    /** The plain JDK answer: a blocking queue and one parked virtual thread; no close, no deadlines, no restarts. */
    static Map<String, Double> blockingQueue() throws InterruptedException {
        return measure(ChannelBench::overBlockingQueue);
    }

    private static Map<String, Double> measure(RouteTo route) throws InterruptedException {
        var figures = new LinkedHashMap<String, Double>();
        // The first pass compiles, the second counts.
        for (int pass = 0; pass < 2; pass++) {
            busy(route, figures);
            idle(route, figures);
        }
        return figures;
    }

    private static void busy(RouteTo to, Map<String, Double> figures) throws InterruptedException {
        var handled = new long[1];
        var route = to.open(() -> handled[0]++);
        long bytes = allocated();
        long start = System.nanoTime();
        for (int i = 0; i < BUSY_ITEMS; i++) {
            route.put(ITEM);
        }
        route.close();
        long nanos = System.nanoTime() - start;
        if (handled[0] != BUSY_ITEMS) {
            throw new IllegalStateException(handled[0] + " of " + BUSY_ITEMS + " handled");
        }
        figures.put("busy: offer to handle, ns", (double) nanos / BUSY_ITEMS);
        figures.put("busy: allocated per item, bytes", (double) (allocated() - bytes) / BUSY_ITEMS);
    }

    private static void idle(RouteTo to, Map<String, Double> figures) throws InterruptedException {
        var answers = new Semaphore(0);
        var route = to.open(answers::release);
        long bytes = allocated();
        long start = System.nanoTime();
        for (int i = 0; i < IDLE_ITEMS; i++) {
            route.put(ITEM);
            answers.acquire();
        }
        long nanos = System.nanoTime() - start;
        figures.put("idle: offer to answer, ns", (double) nanos / IDLE_ITEMS);
        figures.put("idle: allocated per item, bytes", (double) (allocated() - bytes) / IDLE_ITEMS);
        route.close();
    }

    private static Route overChannel(Runnable handler) {
        var channel = new BoundedChannel<Integer>("bench", CAPACITY);
        var done = new CountDownLatch(1);
        var _ = channel.consume(1, HandlerThreads.named("bench"), item -> handler.run())
                .subscribe()
                .with(nothing -> done.countDown());
        return new Route() {
            @Override
            public void put(Integer item) {
                while (channel.offer(item) != Offer.ACCEPTED) {
                    Thread.onSpinWait();
                }
            }

            @Override
            public void close() throws InterruptedException {
                channel.close();
                done.await();
            }
        };
    }

    private static Route overBlockingQueue(Runnable handler) {
        var queue = new ArrayBlockingQueue<Integer>(CAPACITY);
        Integer last = 0;
        var worker = Thread.ofVirtual().start(() -> {
            try {
                while (!queue.take().equals(last)) {
                    handler.run();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return new Route() {
            @Override
            public void put(Integer item) {
                while (!queue.offer(item)) {
                    Thread.onSpinWait();
                }
            }

            @Override
            public void close() throws InterruptedException {
                queue.put(last);
                worker.join();
            }
        };
    }

    // Of all threads: a virtual thread allocates on its carrier's account.
    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getTotalThreadAllocatedBytes();
    }
}
