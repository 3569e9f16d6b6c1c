package dev.quintet.gateway.domain.drr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever happens in whatever order, everybody who was accepted is told exactly once how it went. */
class LivenessProperties {
    private static final long MILLISECOND = 1_000_000;

    @Property(tries = 300)
    void everyAcceptedRequestIsServedOrDroppedWithAnAnswer(@ForAll long seed) {
        var history = new History(new Random(seed));
        for (int step = 0; step < 2_000; step++) {
            history.step();
        }
        history.drain();

        for (Request request : history.accepted) {
            assertThat(request.grants + request.drops).isEqualTo(1);
        }
        assertThat(history.queue.waiting()).isZero();
        assertThat(history.queue.inflight()).isZero();
        assertThat(history.queue.activeFlows()).isZero();
        assertThat(history.flows).allMatch(Flow::idle);
    }

    private static final class History {
        private final Random random;
        private final FixedSlots slots = new FixedSlots(4);
        private final FairQueue queue = new FairQueue(slots, new FairQueue.Settings(20, 8, 30));
        private final List<Flow> flows = new ArrayList<>();
        private final List<Request> accepted = new ArrayList<>();
        private final ArrayDeque<Request> running = new ArrayDeque<>();
        private final List<Request> waiting = new ArrayList<>();
        private long now = 1;

        History(Random random) {
            this.random = random;
            for (int i = 0; i < 7; i++) {
                flows.add(new Flow(1 + random.nextInt(20)));
            }
        }

        void step() {
            now += random.nextInt(3) * MILLISECOND;
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3, 4 -> offer();
                case 5, 6, 7 -> finish();
                case 8 -> cancel();
                case 9 -> queue.expire(now);
                case 10 -> slots.limit = 1 + random.nextInt(8);
                default -> flows.get(random.nextInt(flows.size())).quantum(1 + random.nextInt(20));
            }
            waiting.removeIf(request -> request.grants + request.drops > 0);
            assertThat(queue.waiting()).isEqualTo(waiting.size()).isLessThanOrEqualTo(20);
            assertThat(queue.inflight()).isEqualTo(running.size());
        }

        void drain() {
            queue.close();
            while (!running.isEmpty()) {
                finish();
            }
            // Whoever still waits waits for a slot that a smaller limit took away.
            queue.dropAll(now);
        }

        private void offer() {
            int tenant = random.nextInt(flows.size());
            var request = new Request(tenant);
            request.onGrant = () -> granted(request);
            int cost = 1 + random.nextInt(40);
            long deadline = now + (4 + random.nextInt(2_000)) * MILLISECOND;
            switch (queue.offer(request, flows.get(tenant), cost, now, deadline)) {
                case GO -> {
                    request.grants++;
                    accepted.add(request);
                    running.add(request);
                }
                case QUEUED -> {
                    accepted.add(request);
                    waiting.add(request);
                }
                case TENANT_FULL, TOO_LATE -> {
                    assertThat(request.grants + request.drops).isZero();
                    assertThat(request.retryAfterSeconds()).isBetween(1, 30);
                }
            }
        }

        /** Some fail at once, inside the grant: the data path may call back. */
        private void granted(Request request) {
            if (random.nextInt(5) == 0) {
                queue.finished(request, request.cost(), 0, false, now);
                queue.dispatch();
            } else {
                running.add(request);
            }
        }

        private void finish() {
            var request = running.poll();
            if (request != null) {
                queue.finished(request, 1 + random.nextInt(80), random.nextInt(20) * MILLISECOND, true, now);
            }
            queue.dispatch();
        }

        private void cancel() {
            if (!waiting.isEmpty()) {
                var request = waiting.remove(random.nextInt(waiting.size()));
                if (queue.cancel(request)) {
                    accepted.remove(request);
                }
            }
        }
    }
}
