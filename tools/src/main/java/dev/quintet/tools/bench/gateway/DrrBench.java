package dev.quintet.tools.bench.gateway;

import com.sun.management.ThreadMXBean;
import dev.quintet.gateway.domain.drr.Drop;
import dev.quintet.gateway.domain.drr.FairQueue;
import dev.quintet.gateway.domain.drr.Flow;
import dev.quintet.gateway.domain.drr.Slots;
import dev.quintet.gateway.domain.drr.Turn;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * Every tenant has one request waiting all the time; each served one comes back with another cost. Processor time of the one
 * thread, so that what else the machine does disturbs little.
 */
final class DrrBench {
    private static final int[] TENANTS = {1, 100, 10_000, 100_000};
    private static final int REQUESTS = 2_000_000;
    private static final int QUANTUM = 16;
    private static final long DEADLINE = Long.MAX_VALUE / 4;

    private DrrBench() {}

    /** Prints the figures of one run. */
    public static void main(String[] arguments) {
        System.out.println("FairQueue  " + fair());
        System.out.println("ArrayDeque " + fifo());
    }

    static Map<String, Double> fair() {
        var figures = new LinkedHashMap<String, Double>();
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        // The first pass compiles, the second counts.
        for (int pass = 0; pass < 2; pass++) {
            for (int tenants : TENANTS) {
                var load = new Load(tenants);
                load.serve(tenants * 2);
                long allocated = threads.getCurrentThreadAllocatedBytes();
                long start = threads.getCurrentThreadCpuTime();
                load.serve(REQUESTS);
                figures.put(tenants + " tenants, ns", (threads.getCurrentThreadCpuTime() - start) / (double) REQUESTS);
                allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
                figures.put(tenants + " tenants, bytes", Math.floor(allocated / (double) REQUESTS));
            }
        }
        return figures;
    }

    static Map<String, Double> fifo() {
        var figures = new LinkedHashMap<String, Double>();
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int pass = 0; pass < 2; pass++) {
            for (int tenants : TENANTS) {
                var queue = new ArrayDeque<Object>(tenants + 1);
                for (int i = 0; i < tenants; i++) {
                    queue.add(new Object());
                }
                long start = threads.getCurrentThreadCpuTime();
                for (int i = 0; i < REQUESTS; i++) {
                    queue.add(queue.remove());
                }
                figures.put(tenants + " tenants, ns", (threads.getCurrentThreadCpuTime() - start) / (double) REQUESTS);
            }
        }
        return figures;
    }

    private static final class Load implements Slots {
        private final FairQueue queue = new FairQueue(this, new FairQueue.Settings(1 << 20, 64, 30));
        private final int[] costs = new Random(1).ints(1 << 12, 1, QUANTUM + 1).toArray();
        private Request running;
        private int step;
        private long now;

        Load(int tenants) {
            running = new Request(new Flow(QUANTUM));
            queue.offer(running, running.flow, 1, 1, DEADLINE);
            for (int i = 0; i < tenants; i++) {
                var request = new Request(new Flow(QUANTUM));
                queue.offer(request, request.flow, cost(), 1, DEADLINE);
            }
        }

        void serve(int requests) {
            for (int i = 0; i < requests; i++) {
                var done = running;
                now += 1_000;
                queue.finished(done, done.cost(), 1_000, true, now);
                queue.offer(done, done.flow, cost(), now, DEADLINE);
                queue.dispatch();
            }
        }

        private int cost() {
            return costs[step++ & costs.length - 1];
        }

        @Override
        public int limit() {
            return 1;
        }

        @Override
        public void finished(long tookNanos, int inflight, boolean healthy, long at) {
            // One slot, whatever it says.
        }

        private final class Request extends Turn {
            private final Flow flow;

            Request(Flow flow) {
                this.flow = flow;
            }

            @Override
            protected void granted() {
                running = this;
            }

            @Override
            protected void dropped(Drop reason) {
                throw new IllegalStateException("dropped: " + reason);
            }
        }
    }
}
