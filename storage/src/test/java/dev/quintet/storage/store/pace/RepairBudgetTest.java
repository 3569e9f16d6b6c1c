package dev.quintet.storage.store.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No second sees more than the rate, whatever the sizes; urgent takers go first. */
@Timeout(60)
class RepairBudgetTest {
    private static final long RATE = 8 << 20;

    @Test
    void noSecondSeesMoreThanTheRate() throws Exception {
        // The clock's last answer before the taker returns is asked after the grant, so it is not earlier than it.
        var asked = new ArrayList<Long>();
        var budget = new RepairBudget(
                () -> {
                    long now = System.nanoTime();
                    asked.add(now);
                    return now;
                },
                () -> RATE,
                _ -> {});
        var random = new Random(1);
        var times = new ArrayList<Long>();
        var sizes = new ArrayList<Integer>();
        long began = System.nanoTime();
        while (System.nanoTime() - began < 2_200_000_000L) {
            int bytes = random.nextInt(10) == 0 ? Pace.BYTES_MAX : 1 + random.nextInt(70_000);
            budget.lane(false).take(bytes);
            times.add(asked.get(asked.size() - 2));
            sizes.add(bytes);
        }
        long total = 0;
        for (int first = 0; first < times.size(); first++) {
            long window = 0;
            for (int i = first; i < times.size() && times.get(i) - times.get(first) < 1_000_000_000L; i++) {
                window += sizes.get(i);
            }
            assertThat(window).isLessThanOrEqualTo(RATE);
            total += sizes.get(first);
        }
        assertThat(total).as("something was granted").isGreaterThan(RATE / 4);
    }

    @Test
    void urgentTakersGoFirstWithinTheSameRate() throws Exception {
        var rate = new AtomicLong(1 << 20);
        var budget = new RepairBudget(System::nanoTime, rate::get, _ -> {});
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        var asking = new CountDownLatch(4);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            budget.lane(false).take(Pace.BYTES_MAX);
            for (String name : List.of("normal", "normal", "urgent", "urgent")) {
                var _ = threads.submit(() -> {
                    asking.countDown();
                    budget.lane(name.equals("urgent")).take(Pace.BYTES_MAX);
                    order.add(name);
                    return null;
                });
            }
            asking.await();
        }
        assertThat(order).hasSize(4);
        assertThat(order.subList(2, 4)).containsOnly("normal");
    }

    @Test
    void theGovernorGivesWayToReadersAndComesBack() {
        var governor = new Governor();
        governor.observe(1_000_000);
        governor.judge(false);
        for (int i = 0; i < 3; i++) {
            governor.observe(20_000_000);
            governor.judge(true);
        }
        assertThat(governor.share()).isLessThan(0.4);
        for (int i = 0; i < 30; i++) {
            governor.observe(20_000_000);
            governor.judge(true);
        }
        assertThat(governor.share()).isEqualTo(0.1);
        for (int i = 0; i < 20; i++) {
            governor.observe(1_000_000);
            governor.judge(true);
        }
        assertThat(governor.share()).isEqualTo(1);
    }
}
