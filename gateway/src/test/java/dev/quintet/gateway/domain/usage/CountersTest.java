package dev.quintet.gateway.domain.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CountersTest {

    @Test
    void everyCountIsSeenByExactlyOneDrain() throws Exception {
        // Given: counters come and go under the counting threads.
        var counters = new Counters(1000);
        var running = new AtomicBoolean(true);
        var done = new CountDownLatch(4);
        for (int thread = 0; thread < 4; thread++) {
            Thread.startVirtualThread(() -> {
                for (int i = 0; i < 100_000; i++) {
                    counters.add("name-" + i % 50, 3, 5);
                }
                done.countDown();
            });
        }

        // When
        var seen = new ArrayList<Tally>();
        var drainer = Thread.ofPlatform().start(() -> {
            while (running.get()) {
                seen.addAll(counters.drain());
            }
        });
        done.await();
        running.set(false);
        drainer.join();
        seen.addAll(counters.drain());

        // Then
        assertThat(seen.stream().mapToLong(Tally::requests).sum()).isEqualTo(400_000);
        assertThat(seen.stream().mapToLong(Tally::bytesServed).sum()).isEqualTo(1_200_000);
        assertThat(seen.stream().mapToLong(Tally::bytesStored).sum()).isEqualTo(2_000_000);
    }

    @Test
    void namesPastTheBoundShareOneCount() {
        var counters = new Counters(2);

        List.of("a", "b", "c", "d").forEach(name -> counters.add(name, 1, 0));

        assertThat(counters.drain())
                .containsExactlyInAnyOrder(
                        new Tally("a", 1, 1, 0), new Tally("b", 1, 1, 0), new Tally(Counters.OTHER, 2, 2, 0));
    }

    @Test
    void whatCouldNotBeKeptIsCountedAgain() {
        var counters = new Counters(10);
        counters.add("a", 7, 9);

        counters.restore(counters.drain());

        assertThat(counters.drain()).containsExactly(new Tally("a", 1, 7, 9));
    }
}
