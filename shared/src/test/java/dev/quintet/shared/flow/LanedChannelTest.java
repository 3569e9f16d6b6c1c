package dev.quintet.shared.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LanedChannelTest {
    private final LanedChannel<String> work = new LanedChannel<>("work", 3, 2);

    @Test
    void aFullLaneLeavesTheOtherOneItsShare() {
        // Given
        work.lane(1).offer("a write");

        // When
        var refused = work.lane(1).offer("one write too many");

        // Then
        assertThat(refused).isEqualTo(Offer.FULL);
        assertThat(work.lane(0).offer("a read")).isEqualTo(Offer.ACCEPTED);
        assertThat(work.lane(0).offer("another read")).isEqualTo(Offer.ACCEPTED);
        assertThat(work.depth()).isEqualTo(work.capacity()).isEqualTo(3);
        assertThat(work.dropped()).isEqualTo(1);
    }

    @Test
    void closingClosesEveryLane() {
        // When
        work.close();

        // Then
        assertThat(List.of(work.lane(0).offer("a read"), work.lane(1).offer("a write")))
                .containsOnly(Offer.CLOSED);
    }

    @Test
    void abortingHandsBackWhatWaitsInEveryLane() {
        // Given
        work.lane(0).offer("a read");
        work.lane(1).offer("a write");

        // When
        var rest = work.abort();

        // Then
        assertThat(rest).containsExactly("a read", "a write");
        assertThat(work.aborted()).isEqualTo(2);
        assertThat(work.depth()).isZero();
    }

    @Test
    void everyLaneHasRoomForOne() {
        assertThatThrownBy(() -> new LanedChannel<String>("work", 1, 2)).isInstanceOf(IllegalArgumentException.class);
    }
}
