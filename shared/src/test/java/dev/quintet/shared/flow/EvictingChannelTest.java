package dev.quintet.shared.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.testkit.ChannelContract;
import io.smallrye.mutiny.Multi;
import java.util.ArrayList;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class EvictingChannelTest extends ChannelContract {
    private static final Executor THREADS = HandlerThreads.named("evicting-test");

    private EvictingChannel<Integer> channel = new EvictingChannel<>("sched", 2);

    @Override
    protected Channel create(int capacity) {
        channel = new EvictingChannel<>("sched", capacity);
        return channel;
    }

    @Override
    protected void put(int value) {
        channel.offer(value);
    }

    @Override
    protected Multi<Integer> values() {
        return channel.items(THREADS);
    }

    @Test
    void handsTheOldestToTheProducerThatDisplacedIt() {
        // Given
        channel.offer(1);
        channel.offer(2);

        // When
        var evicted = channel.offer(3);

        // Then
        assertThat(evicted).contains(1);
        assertThat(channel.dropped()).isEqualTo(1);
    }

    @Test
    void handsTheItemItselfBackOnceClosed() {
        // Given
        channel.close();

        // When
        var refused = channel.offer(1);

        // Then
        assertThat(refused).contains(1);
    }

    @Test
    void handlesWhatWasNotEvictedInOrder() {
        // Given
        for (int i = 1; i <= 5; i++) {
            channel.offer(i);
        }
        channel.close();
        var handled = new ArrayList<Integer>();

        // When
        channel.consume(1, THREADS, handled::add).await().atMost(PATIENCE);

        // Then
        assertThat(handled).containsExactly(4, 5);
    }

    @Test
    void answersWhoWasQueuedAtAbort() {
        // Given
        var answered = new ArrayList<Integer>();
        channel.onAbort(answered::add);
        channel.offer(1);

        // When
        channel.abort();

        // Then
        assertThat(answered).containsExactly(1);
        assertThat(channel.aborted()).isEqualTo(1);
    }
}
