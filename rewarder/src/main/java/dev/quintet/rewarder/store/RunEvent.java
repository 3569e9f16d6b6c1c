package dev.quintet.rewarder.store;

import dev.quintet.rewarder.domain.run.IntentState;
import dev.quintet.rewarder.domain.run.Order;
import dev.quintet.rewarder.domain.run.Quarantine;
import dev.quintet.rewarder.domain.run.Stage;
import java.util.List;

/** One durable step of a run. The state is the fold of these, in the order of the log. */
@SuppressWarnings("ArrayRecordComponent") // Thousands of numbers per event, written once and read once.
public sealed interface RunEvent {
    String epoch();

    /** A run was accepted; replaces a quarantined or failed one of the epoch. */
    record Accepted(Order order, long atMillis) implements RunEvent {
        @Override
        public String epoch() {
            return order.epoch();
        }
    }

    /** Its manifest and payouts are durable. */
    record Computed(String epoch, Stage.Result result) implements RunEvent {}

    record Quarantined(String epoch, Quarantine cause) implements RunEvent {}

    record Failed(String epoch, String code, String detail) implements RunEvent {}

    /** Its artifacts are in storage. */
    record Published(String epoch) implements RunEvent {}

    /** These payees are about to be paid, with consecutive nonces from {@code firstNonce}; 0 where nonces do not apply. */
    record Sent(String epoch, long firstNonce, int[] payees) implements RunEvent {}

    /** These were never applied and lose their nonces. */
    record Recalled(String epoch, int[] payees) implements RunEvent {}

    /** What became of these. */
    record Settled(String epoch, int[] payees, List<IntentState> states) implements RunEvent {
        public Settled {
            states = List.copyOf(states);
        }
    }

    /** Every intent was accepted. */
    record Completed(String epoch) implements RunEvent {}
}
