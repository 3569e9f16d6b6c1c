package dev.quintet.shared.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quintet.shared.metrics.MetricNames;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import org.junit.jupiter.api.Test;

class ChannelRegistryTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ChannelRegistry registry = new ChannelRegistry(meters);

    @Test
    void aChannelsMetersFollowIt() {
        // Given
        var work = registry.<String>bounded("work", 1, "Api", "Pool");

        // When
        work.offer("a");
        work.offer("b");

        // Then
        assertThat(meters.get(MetricNames.QUEUE_DEPTH)
                        .tag(MetricNames.QUEUE, "work")
                        .gauge()
                        .value())
                .isEqualTo(1);
        assertThat(meters.get(MetricNames.QUEUE_DROPPED)
                        .tag(MetricNames.QUEUE, "work")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void anEvictionIsADrop() {
        // Given
        var sched = registry.<String>evicting("sched", 1, "Api", "Pool");

        // When
        sched.offer("a");
        sched.offer("b");

        // Then
        assertThat(meters.get(MetricNames.QUEUE_DROPPED)
                        .tag(MetricNames.QUEUE, "sched")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void lagIsCountedPerBus() {
        // Given
        var events = registry.<String>broadcast("events", 1, "Writer", "Audit");
        events.subscribe("audit").subscribe().withSubscriber(AssertSubscriber.create(0));

        // When
        events.publish("a");
        events.publish("b");

        // Then
        assertThat(meters.get(MetricNames.BUS_LAGGED)
                        .tag(MetricNames.BUS, "events")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void declarationsKeepTheirOrder() {
        // When
        registry.bounded("work", 512, "Api", "Pool");
        registry.watch("config", 1, "Reload", "all");

        // Then
        assertThat(registry.declarations())
                .containsExactly(
                        new ChannelDeclaration(
                                "work", ChannelKind.BOUNDED, 512, "Api", "Pool", ChannelKind.BOUNDED.overflow()),
                        new ChannelDeclaration(
                                "config", ChannelKind.WATCH, 1, "Reload", "all", ChannelKind.WATCH.overflow()));
        assertThat(registry.channels()).hasSize(2);
    }

    @Test
    void refusesASecondDeclarationOfAName() {
        // Given
        registry.bounded("work", 1, "Api", "Pool");

        // Then
        assertThatThrownBy(() -> registry.evicting("work", 1, "Api", "Pool")).hasMessageContaining("twice");
    }

    @Test
    void refusesANameThatIsNoLabel() {
        assertThatThrownBy(() -> registry.bounded("Work Queue", 1, "Api", "Pool"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
