package dev.quintet.shared.http.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionGuardTest {
    private final GuardSettings before = GuardSettings.current();
    private final List<String> rejected = new ArrayList<>();

    @AfterEach
    void restore() {
        before.apply();
    }

    @Test
    void closesASilentConnectionOnceAndStopsItsClock() {
        // Given a read timeout that is over at the first look; the channel is active before its handler is added.
        new GuardSettings(Duration.ofNanos(1), Duration.ofSeconds(5), Duration.ofSeconds(60), 10, rejected::add)
                .apply();
        var channel = new EmbeddedChannel(new ConnectionGuard());

        // When
        channel.advanceTimeBy(1, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();

        // Then
        assertThat(channel.isOpen()).isFalse();
        assertThat(rejected).containsExactly("read_timeout");
    }

    @Test
    void closesALateHeadWhereNothingCouldAnswerYet() {
        new GuardSettings(Duration.ofNanos(1), Duration.ofSeconds(5), Duration.ofSeconds(60), 10, rejected::add)
                .apply();
        var channel = new EmbeddedChannel(new ConnectionGuard());

        channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {'G'}));
        channel.advanceTimeBy(1, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();

        assertThat(channel.isOpen()).isFalse();
        assertThat(rejected).containsExactly("read_timeout");
        channel.releaseInbound();
    }
}
