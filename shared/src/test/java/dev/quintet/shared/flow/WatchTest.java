package dev.quintet.shared.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.testkit.ChannelContract;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class WatchTest extends ChannelContract {
    private static final Executor THREADS = HandlerThreads.named("watch-test");

    private Watch<Integer> watch = new Watch<>("config", 0, THREADS);

    @Override
    protected Channel create(int capacity) {
        watch = new Watch<>("config", 0, THREADS);
        return watch;
    }

    @Override
    protected void put(int value) {
        watch.set(value);
    }

    // The contract speaks of what is put in; the value a subscriber starts from is tested below.
    @Override
    protected Multi<Integer> values() {
        return watch.changes().skip().first(value -> value == 0);
    }

    @Test
    void aSubscriberStartsFromTheCurrentValue() {
        // Given
        watch.set(5);

        // When
        var subscriber = watch.changes().subscribe().withSubscriber(AssertSubscriber.create(1));

        // Then
        subscriber.awaitItems(1, PATIENCE).assertItems(5);
    }

    @Test
    void aSlowSubscriberSeesOnlyTheLatest() {
        // Given
        var subscriber = watch.changes().subscribe().withSubscriber(AssertSubscriber.create(1));
        subscriber.awaitItems(1, PATIENCE);

        // When
        watch.set(1);
        watch.set(2);
        watch.set(3);
        subscriber.request(1).awaitItems(2, PATIENCE);

        // Then
        subscriber.assertItems(0, 3);
        assertThat(watch.get()).isEqualTo(3);
    }

    @Test
    void anEqualValueIsNoChange() {
        // Given
        var subscriber = watch.changes().subscribe().withSubscriber(AssertSubscriber.create(1));
        subscriber.awaitItems(1, PATIENCE);

        // When
        watch.set(0);

        // Then
        assertThat(watch.depth()).isZero();
    }

    @Test
    void canBeReadAndSetAfterClose() {
        // Given
        watch.close();

        // When
        watch.set(9);

        // Then
        assertThat(watch.get()).isEqualTo(9);
    }
}
