package dev.quintet.rewarder.store;

import dev.quintet.rewarder.domain.run.Run;
import dev.quintet.rewarder.domain.run.Settlement;
import dev.quintet.rewarder.domain.run.Stage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The runs, newest state per epoch: the fold of all events. One thread applies, any may read. */
final class RunBook {
    private final ConcurrentSkipListMap<String, Run> runs = new ConcurrentSkipListMap<>();

    Optional<Run> find(String epoch) {
        return Optional.ofNullable(runs.get(epoch));
    }

    List<Run> page(String after, int limit) {
        return runs.tailMap(after, false).values().stream().limit(limit).toList();
    }

    List<Run> all() {
        return List.copyOf(runs.values());
    }

    /** A worker took it up, or left it; only in memory, since a restart begins again. */
    void stage(String epoch, Stage stage) {
        runs.computeIfPresent(epoch, (_, run) -> run.with(stage));
    }

    void apply(RunEvent event) {
        switch (event) {
            case RunEvent.Accepted accepted ->
                runs.put(
                        event.epoch(),
                        new Run(
                                accepted.order(),
                                new Stage.Queued(),
                                Optional.empty(),
                                false,
                                accepted.atMillis(),
                                Optional.empty()));
            case RunEvent.Computed computed -> change(event, run -> computed(run, computed.result()));
            case RunEvent.Quarantined quarantined ->
                change(event, run -> run.with(new Stage.Quarantined(quarantined.cause())));
            case RunEvent.Failed failed ->
                change(event, run -> run.with(new Stage.Failed(failed.code(), failed.detail())));
            case RunEvent.Published _ ->
                change(
                        event,
                        run -> new Run(
                                run.order(),
                                run.stage(),
                                run.settlement(),
                                true,
                                run.acceptedMillis(),
                                run.finished()));
            case RunEvent.Sent sent -> settlement(event).sent(sent.firstNonce(), sent.payees());
            case RunEvent.Recalled recalled -> settlement(event).recalled(recalled.payees());
            case RunEvent.Settled settled -> settlement(event).settled(settled.payees(), settled.states());
            case RunEvent.Completed _ -> change(event, RunBook::completed);
        }
    }

    private static Run computed(Run run, Stage.Result result) {
        var settlement = new Settlement(result.payees(), result.intents());
        return new Run(
                run.order(),
                new Stage.Computed(result, false),
                Optional.of(settlement),
                run.published(),
                run.acceptedMillis(),
                Optional.empty());
    }

    private static Run completed(Run run) {
        var result = run.result().orElseThrow();
        return new Run(
                run.order(),
                new Stage.Computed(result, true),
                Optional.empty(),
                run.published(),
                run.acceptedMillis(),
                run.settlement().map(Settlement::progress));
    }

    private Settlement settlement(RunEvent event) {
        return find(event.epoch())
                .flatMap(Run::settlement)
                .orElseThrow(() -> new IllegalStateException("no settlement under way for " + event.epoch()));
    }

    private void change(RunEvent event, java.util.function.UnaryOperator<Run> change) {
        var run = runs.get(event.epoch());
        if (run == null) {
            throw new IllegalStateException("no run of epoch " + event.epoch());
        }
        runs.put(event.epoch(), change.apply(run));
    }
}
