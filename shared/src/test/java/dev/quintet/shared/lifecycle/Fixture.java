package dev.quintet.shared.lifecycle;

import dev.quintet.shared.flow.ChannelRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A whole process without a container: real parts, manual time, an exit that is only noted. */
final class Fixture {
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final ManualTimer timer = new ManualTimer();
    final List<Integer> exits = new ArrayList<>();
    final Readiness readiness = new Readiness(meters);
    final ChannelRegistry channels = new ChannelRegistry(meters);
    final Lifecycle lifecycle = new Lifecycle(readiness, channels);
    final Supervisor supervisor = new Supervisor(meters, readiness, lifecycle, timer, timer.clock::nanos, exits::add);

    Drain drain(Duration budget) {
        return new Drain(lifecycle, supervisor, channels, () -> budget);
    }

    double count(String meter, String label, String value) {
        var counter = meters.find(meter).tag(label, value).counter();
        return counter == null ? 0 : counter.count();
    }
}
