package dev.quintet.shared.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Random histories of puts and takes against the obvious model. A negative number takes that many, any other is put. */
class ChannelProperties {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Executor THREADS = HandlerThreads.named("property-test");

    @Property(tries = 300)
    void boundedIsAQueueThatRefusesBeyondItsCapacity(
            @ForAll @IntRange(min = 1, max = 8) int capacity,
            @ForAll @Size(max = 60) List<@IntRange(min = -4, max = 12) Integer> history) {
        var channel = new BoundedChannel<Integer>("model", capacity);
        var subscriber = channel.items(THREADS).subscribe().withSubscriber(AssertSubscriber.create(0));
        var model = new ArrayDeque<Integer>();
        var expected = new ArrayList<Integer>();
        long refused = 0;

        for (int step : history) {
            if (step < 0) {
                int takes = Math.min(-step, model.size());
                take(subscriber, model, expected, takes);
            } else if (model.size() < capacity) {
                assertThat(channel.offer(step)).isEqualTo(Offer.ACCEPTED);
                model.add(step);
            } else {
                assertThat(channel.offer(step)).isEqualTo(Offer.FULL);
                refused++;
            }
            assertThat(channel.depth()).isEqualTo(model.size()).isLessThanOrEqualTo(capacity);
        }

        assertThat(subscriber.getItems()).isEqualTo(expected);
        assertThat(channel.dropped()).isEqualTo(refused);
        assertThat(channel.abort()).containsExactlyElementsOf(model);
    }

    @Property(tries = 300)
    void evictingKeepsTheNewestInOrder(
            @ForAll @IntRange(min = 1, max = 8) int capacity,
            @ForAll @Size(max = 60) List<@IntRange(min = -4, max = 12) Integer> history) {
        var channel = new EvictingChannel<Integer>("model", capacity);
        var subscriber = channel.items(THREADS).subscribe().withSubscriber(AssertSubscriber.create(0));
        var model = new ArrayDeque<Integer>();
        var expected = new ArrayList<Integer>();

        for (int step : history) {
            if (step < 0) {
                take(subscriber, model, expected, Math.min(-step, model.size()));
            } else {
                var oldest = model.size() == capacity ? model.poll() : null;
                model.add(step);
                assertThat(channel.offer(step).orElse(null)).isEqualTo(oldest);
            }
        }

        assertThat(subscriber.getItems()).isEqualTo(expected);
        assertThat(channel.abort()).containsExactlyElementsOf(model);
    }

    @Property(tries = 300)
    void everyItemOfABroadcastIsDeliveredOrCountedAsMissedInItsPlace(
            @ForAll @IntRange(min = 1, max = 8) int capacity,
            @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 3) Integer> history) {
        var bus = new Broadcast<Integer>("model", capacity, THREADS);
        var subscriber = bus.subscribe("model").subscribe().withSubscriber(AssertSubscriber.create(0));

        int published = 0;
        for (int step : history) {
            if (step == 0) {
                int before = subscriber.getItems().size();
                if (bus.depth() > 0) {
                    subscriber.request(1).awaitItems(before + 1, PATIENCE);
                }
            } else {
                bus.publish(published++);
            }
        }
        bus.close();
        subscriber.request(Long.MAX_VALUE).awaitCompletion(PATIENCE);

        long position = 0;
        long missed = 0;
        for (var delivery : subscriber.getItems()) {
            switch (delivery) {
                case Delivery.Item<Integer>(Integer value) ->
                    assertThat((long) value).isEqualTo(position++);
                case Delivery.Lagged<Integer>(long lost) -> {
                    assertThat(lost).isPositive();
                    position += lost;
                    missed += lost;
                }
            }
        }
        assertThat(position).isEqualTo(published);
        assertThat(bus.lagged()).isEqualTo(missed);
    }

    private static void take(
            AssertSubscriber<Integer> subscriber, ArrayDeque<Integer> model, List<Integer> expected, int takes) {
        for (int i = 0; i < takes; i++) {
            expected.add(model.remove());
        }
        if (takes > 0) {
            subscriber.request(takes).awaitItems(expected.size(), PATIENCE);
        }
    }
}
