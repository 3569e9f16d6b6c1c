package dev.quintet.rewarder.domain.run;

import dev.quintet.shared.content.ContentAddress;
import java.util.Optional;

/**
 * An epoch's run as it stands; a new one for every step.
 *
 * @param settlement present while payments are under way
 * @param finished how the payments ended, once they have
 */
public record Run(
        Order order,
        Stage stage,
        Optional<Settlement> settlement,
        boolean published,
        long acceptedMillis,
        Optional<Settlement.Progress> finished) {

    public String epoch() {
        return order.epoch();
    }

    public ContentAddress runKey() {
        return order.runKey();
    }

    public Run with(Stage next) {
        return new Run(order, next, settlement, published, acceptedMillis, finished);
    }

    public Optional<Stage.Result> result() {
        return stage instanceof Stage.Computed computed ? Optional.of(computed.result()) : Optional.empty();
    }

    public Optional<Settlement.Progress> progress() {
        return finished.or(() -> settlement.map(Settlement::progress));
    }
}
