package dev.quintet.shared.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.flow.Channel;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What all four channel types promise, whatever they do with the item that does not fit. */
@Timeout(20)
public abstract class ChannelContract {
    protected static final Duration PATIENCE = Duration.ofSeconds(10);

    /** The channel under test, of the given capacity where the type has one; called once per test. */
    protected abstract Channel create(int capacity);

    /** Puts a value in from the producer's side. */
    protected abstract void put(int value);

    /** The values as a consumer sees them, without losses marked. */
    protected abstract Multi<Integer> values();

    @Test
    void deliversNothingWithoutDemand() {
        // Given
        create(4);
        var subscriber = values().subscribe().withSubscriber(AssertSubscriber.create(0));

        // When
        put(1);

        // Then
        subscriber.assertSubscribed().assertHasNotReceivedAnyItem();
    }

    @Test
    void deliversOneItemPerUnitOfDemand() {
        // Given
        var channel = create(1);
        var subscriber = values().subscribe().withSubscriber(AssertSubscriber.create(0));
        put(1);

        // When
        subscriber.request(1).awaitItems(1, PATIENCE);
        put(2);

        // Then
        assertThat(subscriber.getItems()).containsExactly(1);
        assertThat(channel.depth()).isEqualTo(1);
    }

    @Test
    void neverHoldsMoreThanItsCapacity() {
        // Given
        var channel = create(3);
        values().subscribe().withSubscriber(AssertSubscriber.create(0));

        // When
        for (int i = 0; i < 10; i++) {
            put(i);
        }

        // Then
        assertThat(channel.depth()).isEqualTo(channel.capacity());
    }

    @Test
    void deliversWhatItHeldWhenItWasClosedAndThenCompletes() {
        // Given
        var channel = create(2);
        var subscriber = values().subscribe().withSubscriber(AssertSubscriber.create(0));
        put(1);

        // When
        channel.close();
        put(2);
        subscriber.request(Long.MAX_VALUE).awaitCompletion(PATIENCE);

        // Then
        assertThat(subscriber.getItems()).containsExactly(1);
    }

    @Test
    void completesAtOnceWhenClosedAndEmpty() {
        // Given
        var channel = create(2);
        var subscriber = values().subscribe().withSubscriber(AssertSubscriber.create(1));

        // When
        channel.close();
        channel.close();

        // Then
        subscriber.awaitCompletion(PATIENCE).assertCompleted();
    }

    @Test
    void handsBackWhatWasQueuedWhenAborted() {
        // Given
        var channel = create(2);
        var subscriber = values().subscribe().withSubscriber(AssertSubscriber.create(0));
        put(7);

        // When
        List<?> rest = channel.abort();

        // Then
        assertThat(rest).hasSize(1);
        assertThat(channel.depth()).isZero();
        subscriber.awaitCompletion(PATIENCE).assertHasNotReceivedAnyItem();
    }

    @Test
    void aCancelledConsumerReceivesNothingMore() {
        // Given
        create(2);
        var subscriber = values().subscribe().withSubscriber(AssertSubscriber.create(0));

        // When
        subscriber.cancel();
        put(1);
        subscriber.request(1);

        // Then
        subscriber.assertHasNotReceivedAnyItem().assertNotTerminated();
    }
}
