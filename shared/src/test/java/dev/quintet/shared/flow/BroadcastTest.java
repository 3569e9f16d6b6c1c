package dev.quintet.shared.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.testkit.ChannelContract;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class BroadcastTest extends ChannelContract {
    private static final Executor THREADS = HandlerThreads.named("broadcast-test");

    private Broadcast<Integer> bus = new Broadcast<>("committed", 2, THREADS);

    @Override
    protected Channel create(int capacity) {
        bus = new Broadcast<>("committed", capacity, THREADS);
        return bus;
    }

    @Override
    protected void put(int value) {
        bus.publish(value);
    }

    @Override
    protected Multi<Integer> values() {
        return bus.subscribe("contract")
                .filter(Delivery.Item.class::isInstance)
                .map(delivery -> ((Delivery.Item<Integer>) delivery).value());
    }

    @Test
    void tellsTheSlowSubscriberHowManyItMissedAndWhere() {
        // Given
        var slow = bus.subscribe("slow").subscribe().withSubscriber(AssertSubscriber.create(0));
        for (int i = 1; i <= 5; i++) {
            bus.publish(i);
        }

        // When
        bus.close();
        slow.request(10).awaitCompletion(PATIENCE);

        // Then
        assertThat(slow.getItems())
                .containsExactly(new Delivery.Lagged<>(3), new Delivery.Item<>(4), new Delivery.Item<>(5));
        assertThat(bus.lagged()).isEqualTo(3);
    }

    @Test
    void theSlowSubscriberCostsTheFastOneNothing() {
        // Given
        bus.subscribe("slow").subscribe().withSubscriber(AssertSubscriber.create(0));
        var fast = bus.subscribe("fast").subscribe().withSubscriber(AssertSubscriber.create(0));

        // When
        for (int i = 1; i <= 5; i++) {
            fast.request(1);
            bus.publish(i);
            fast.awaitItems(i, PATIENCE);
        }

        // Then
        assertThat(fast.getItems()).allMatch(Delivery.Item.class::isInstance);
        assertThat(bus.lagged()).isEqualTo(3);
    }

    @Test
    void cancellingFreesTheRing() {
        // Given
        var subscriber = bus.subscribe("gone").subscribe().withSubscriber(AssertSubscriber.create(0));
        bus.publish(1);

        // When
        subscriber.cancel();

        // Then
        assertThat(bus.subscribers()).isZero();
        assertThat(bus.depth()).isZero();
    }

    @Test
    void refusesOneSubscriberTooMany() {
        // Given
        for (int i = 0; i < Fanout.SUBSCRIBERS_MAX; i++) {
            bus.subscribe("s" + i).subscribe().withSubscriber(AssertSubscriber.create(0));
        }

        // When
        var extra = bus.subscribe("extra").subscribe().withSubscriber(AssertSubscriber.create(1));

        // Then
        assertThat(extra.awaitFailure(PATIENCE).getFailure())
                .isInstanceOfSatisfying(
                        ServiceException.class, e -> assertThat(e.code()).isEqualTo(CommonError.BUSY));
    }

    @Test
    void aSubscriberAfterCloseCompletesEmpty() {
        // Given
        bus.close();

        // When
        var late = bus.subscribe("late").subscribe().withSubscriber(AssertSubscriber.create(1));

        // Then
        late.awaitCompletion(PATIENCE).assertHasNotReceivedAnyItem();
        assertThat(bus.subscribers()).isZero();
    }
}
