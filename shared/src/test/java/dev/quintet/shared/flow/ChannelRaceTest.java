package dev.quintet.shared.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.deadline.Deadline;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads, many rounds: what was accepted is handled once, whenever close, cancel or abort strikes. */
@Timeout(120)
class ChannelRaceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Executor THREADS = HandlerThreads.named("race-test");
    private static final int PRODUCERS = 4;
    private static final int ITEMS_EACH = 8;
    private static final int ROUNDS = Integer.getInteger("quintet.race.rounds", 2_000);

    private final Set<Integer> accepted = ConcurrentHashMap.newKeySet();
    private final Set<Integer> handled = ConcurrentHashMap.newKeySet();
    private final AtomicInteger twice = new AtomicInteger();

    @Test
    void closingWhileFourProduceAndThreeWorkLosesNothing() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            // Given
            forget();
            var channel = new BoundedChannel<Integer>("race", 4);
            var done =
                    channel.consume(3, THREADS, this::handle).subscribe().withSubscriber(UniAssertSubscriber.create());

            // When
            race(item -> channel.offer(item), channel::close);
            done.awaitItem(PATIENCE);

            // Then
            assertThat(handled).as("round %d", round).isEqualTo(accepted);
            assertThat(twice).hasValue(0);
        }
    }

    @Test
    void closingWhileSendersWaitLosesNothingAndAnswersAll() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            // Given
            forget();
            var channel = new BoundedChannel<Integer>("race", 1);
            var done =
                    channel.consume(2, THREADS, this::handle).subscribe().withSubscriber(UniAssertSubscriber.create());
            var deadline = Deadline.after(PATIENCE);

            // When
            race(item -> channel.sendBlocking(item, deadline), channel::close);
            done.awaitItem(PATIENCE);

            // Then
            assertThat(handled).as("round %d", round).isEqualTo(accepted);
            assertThat(channel.waiting()).isZero();
        }
    }

    @Test
    void sendersThatGiveUpAreToldTheTruth() throws Exception {
        for (int round = 0; round < ROUNDS / 4; round++) {
            // Given
            forget();
            var channel = new BoundedChannel<Integer>("race", 1);
            var done =
                    channel.consume(2, THREADS, this::handle).subscribe().withSubscriber(UniAssertSubscriber.create());

            // When
            race(item -> channel.sendBlocking(item, Deadline.after(Duration.ofNanos(item * 2_000L))), () -> {});
            channel.close();
            done.awaitItem(PATIENCE);

            // Then
            assertThat(handled).as("round %d", round).isEqualTo(accepted);
            assertThat(twice).hasValue(0);
        }
    }

    @Test
    void abortHandsBackExactlyWhatWasNotHandled() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            // Given
            forget();
            var channel = new BoundedChannel<Integer>("race", 4);
            var done =
                    channel.consume(2, THREADS, this::handle).subscribe().withSubscriber(UniAssertSubscriber.create());
            var back = new ArrayList<Integer>();

            // When
            race(item -> channel.offer(item), () -> back.addAll(channel.abort()));
            done.awaitItem(PATIENCE);

            // Then
            back.forEach(this::handle);
            assertThat(twice).as("round %d", round).hasValue(0);
            assertThat(handled).as("round %d", round).isEqualTo(accepted);
        }
    }

    @Test
    void changingTheConsumerInMidStreamLosesNothing() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            // Given
            forget();
            var channel = new BoundedChannel<Integer>("race", 4);
            var first = channel.consumeBatches(3, THREADS, this::handleAll)
                    .subscribe()
                    .withSubscriber(UniAssertSubscriber.create());
            var second = UniAssertSubscriber.<Void>create();

            // When
            race(item -> channel.offer(item), () -> {
                first.cancel();
                channel.consumeBatches(3, THREADS, this::handleAll).subscribe().withSubscriber(second);
            });
            channel.close();
            second.awaitItem(PATIENCE);

            // Then
            assertThat(handled).as("round %d", round).isEqualTo(accepted);
            assertThat(twice).hasValue(0);
        }
    }

    @Test
    void allSubscribersSeeOneOrderWhoeverPublishes() throws Exception {
        for (int round = 0; round < ROUNDS / 4; round++) {
            // Given
            var bus = new Broadcast<Integer>("race", PRODUCERS * ITEMS_EACH, THREADS);
            var first = bus.subscribe("first").subscribe().withSubscriber(AssertSubscriber.create(Long.MAX_VALUE));
            var second = bus.subscribe("second").subscribe().withSubscriber(AssertSubscriber.create(Long.MAX_VALUE));

            // When
            race(
                    item -> {
                        bus.publish(item);
                        return Offer.ACCEPTED;
                    },
                    () -> {});
            bus.close();
            first.awaitCompletion(PATIENCE);
            second.awaitCompletion(PATIENCE);

            // Then
            assertThat(first.getItems())
                    .as("round %d", round)
                    .hasSize(PRODUCERS * ITEMS_EACH)
                    .isEqualTo(second.getItems());
        }
    }

    @FunctionalInterface
    private interface Producer {
        Offer put(int item) throws InterruptedException;
    }

    private void race(Producer producer, Runnable disruption) throws Exception {
        var start = new CyclicBarrier(PRODUCERS + 1);
        var threads = new ArrayList<Thread>();
        for (int p = 0; p < PRODUCERS; p++) {
            int first = p * ITEMS_EACH;
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    start.await();
                    for (int item = first; item < first + ITEMS_EACH; item++) {
                        if (producer.put(item) == Offer.ACCEPTED) {
                            accepted.add(item);
                        }
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        start.await();
        disruption.run();
        for (var thread : threads) {
            thread.join();
        }
    }

    private void handle(int item) {
        if (!handled.add(item)) {
            twice.incrementAndGet();
        }
    }

    private void handleAll(List<Integer> batch) {
        batch.forEach(this::handle);
    }

    private void forget() {
        accepted.clear();
        handled.clear();
    }
}
