package dev.quintet.gateway.domain.drr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FairQueueTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long DEADLINE = 5 * SECOND;

    private final FixedSlots slots = new FixedSlots(1);
    private final FairQueue queue = new FairQueue(slots, new FairQueue.Settings(8, 6, 30));
    private final Flow greedy = new Flow(4);
    private final Flow polite = new Flow(4);

    @Test
    void aRequestThatFindsAFreeSlotDoesNotWait() {
        assertThat(offer(greedy)).extracting(Offered::admission).isEqualTo(Admission.GO);
        assertThat(queue.inflight()).isEqualTo(1);
        assertThat(queue.waiting()).isZero();
    }

    @Test
    void oneTenantCannotFillTheQueue() {
        offer(greedy);
        for (int i = 0; i < 6; i++) {
            assertThat(offer(greedy).admission).isEqualTo(Admission.QUEUED);
        }

        assertThat(offer(greedy).admission).isEqualTo(Admission.TENANT_FULL);
        assertThat(offer(polite).admission).isEqualTo(Admission.QUEUED);
    }

    @Test
    void aFullQueueDropsTheOldestOfTheMostOverServedTenant() {
        // Given
        offer(greedy);
        var flood = new ArrayList<Offered>();
        for (int i = 0; i < 6; i++) {
            flood.add(offer(greedy));
        }
        var kept = List.of(offer(polite), offer(polite));

        // When
        var another = offer(polite);

        // Then
        assertThat(another.admission).isEqualTo(Admission.QUEUED);
        assertThat(flood.getFirst().request.reason).isEqualTo(Drop.EVICTED);
        assertThat(flood.getFirst().request.retryAfterSeconds()).isPositive();
        assertThat(flood.subList(1, 6)).allMatch(offered -> offered.request.drops == 0);
        assertThat(kept).allMatch(offered -> offered.request.drops == 0);
        assertThat(queue.evicted()).isEqualTo(1);
        assertThat(queue.waiting()).isEqualTo(8);
    }

    @Test
    void weightsCountWhenTheQueueIsFull() {
        // Given: three times the requests at eight times the weight is less.
        var heavy = new Flow(32);
        offer(heavy);
        for (int i = 0; i < 6; i++) {
            offer(heavy);
        }
        var light = offer(polite);
        offer(polite);

        // When
        offer(polite);

        // Then
        assertThat(light.request.reason).isEqualTo(Drop.EVICTED);
    }

    @Test
    void aPoliteTenantDoesNotWaitForAGreedyOnesTurnToEnd() {
        // Given
        var running = offer(greedy).request;
        for (int i = 0; i < 5; i++) {
            offer(greedy);
        }
        running = serveNext(running);

        // When: it comes again and again, each time within the greedy one's turn.
        for (int round = 0; round < 3; round++) {
            var mine = offer(polite).request;
            running = serveNext(running);

            // Then
            assertThat(running).isSameAs(mine);
        }
    }

    @Test
    void aRequestWaitsForAQuarterOfItsDeadlineAtMost() {
        // Given
        offer(greedy);
        var waiting = offer(polite);

        // When
        queue.expire(DEADLINE / 4 - 1);
        assertThat(waiting.request.drops).isZero();
        queue.expire(DEADLINE / 4 + 2 * WaitWheel.SLOT_NANOS);

        // Then
        assertThat(waiting.request.reason).isEqualTo(Drop.WAITED);
        assertThat(queue.waiting()).isZero();
    }

    @Test
    void aRequestThatCannotMakeItIsRefusedAtOnceAndToldWhenToComeBack() {
        // Given: one request takes a second, so the one behind another one would wait for two.
        var running = offer(greedy).request;
        queue.finished(running, 1, SECOND, true, 0);
        queue.dispatch();
        offer(greedy);
        offer(greedy);

        // When
        var first = offer(greedy);
        var second = offer(greedy);

        // Then: both are sent away, one after the other instead of both to the same moment.
        assertThat(first.admission).isEqualTo(Admission.TOO_LATE);
        assertThat(first.request.retryAfterSeconds()).isEqualTo(3);
        assertThat(second.request.retryAfterSeconds()).isEqualTo(4);
    }

    @Test
    void whoUsedMoreThanEstimatedWaitsForItsShare() {
        // Given: the greedy tenant's requests turn out to be forty times as costly as they looked.
        var granted = new ArrayList<Request>();
        var running = offer(new Flow(4)).request;
        for (int i = 0; i < 4; i++) {
            offer(greedy, granted);
            offer(polite, granted);
        }

        // When
        queue.finished(running, 1, 0, true, 0);
        queue.dispatch();
        for (int i = 0; i < 4; i++) {
            var last = granted.getLast();
            queue.finished(last, last.tenant == 1 ? 40 : 1, 0, true, 0);
            queue.dispatch();
        }

        // Then
        assertThat(granted).filteredOn(request -> request.tenant == 1).hasSize(1);
    }

    @Test
    void aCancelledRequestIsNeverGranted() {
        var running = offer(greedy).request;
        var gone = offer(greedy).request;
        var next = offer(greedy).request;

        assertThat(queue.cancel(gone)).isTrue();

        assertThat(queue.cancel(gone)).isFalse();
        assertThat(serveNext(running)).isSameAs(next);
        assertThat(gone.grants).isZero();
    }

    @Test
    void aClosedQueueServesThoseWhoWait() {
        var running = offer(greedy).request;
        var waiting = offer(greedy).request;

        queue.close();

        assertThat(offer(polite).admission).isEqualTo(Admission.TOO_LATE);
        assertThat(serveNext(running)).isSameAs(waiting);
    }

    @Test
    void aRankIsAQuarterOctave() {
        int previous = -1;
        for (long held = 0; held < 1 << 20; held++) {
            int rank = OverServed.rank(held);
            assertThat(rank - previous).isBetween(0, 1);
            previous = rank;
        }
        assertThat(OverServed.rank(1000)).isEqualTo(OverServed.rank(900)).isLessThan(OverServed.rank(1200));
        assertThat(OverServed.rank(Long.MAX_VALUE)).isLessThan(256);
    }

    private Request serveNext(Request running) {
        var granted = new ArrayList<Request>();
        queue.finished(running, running.cost(), 0, true, 0);
        known.forEach(request -> request.onGrant = () -> granted.add(request));
        queue.dispatch();
        return granted.getFirst();
    }

    private final List<Request> known = new ArrayList<>();

    private Offered offer(Flow flow) {
        return offer(flow, new ArrayList<>());
    }

    private Offered offer(Flow flow, List<Request> granted) {
        var request = new Request(flow == greedy ? 1 : 2);
        request.onGrant = () -> granted.add(request);
        known.add(request);
        return new Offered(request, queue.offer(request, flow, 1, 0, DEADLINE));
    }

    private record Offered(Request request, Admission admission) {}
}
