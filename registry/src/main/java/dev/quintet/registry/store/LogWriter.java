package dev.quintet.registry.store;

import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Event;
import dev.quintet.registry.domain.Machine;
import dev.quintet.registry.domain.Outcome;
import dev.quintet.registry.domain.Outcome.Accepted;
import dev.quintet.registry.domain.Outcome.Refused;
import dev.quintet.registry.domain.Refusal;
import dev.quintet.shared.journal.JournalException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The only writer of log and head: judges commands one by one on the newest state, appends what happened, syncs once
 * for all of them, and only then lets readers see it. A refused command leaves an audit record and nothing else. Not
 * thread-safe; a failed append or sync is final.
 */
final class LogWriter {
    /** Rounds against another writer before a command is given back to its caller. */
    private static final int CAS_TRIES = 3;

    private final Fold fold;
    private final EventLog log;
    private final Outside outside;

    LogWriter(Fold fold, EventLog log, Outside outside) {
        this.fold = fold;
        this.log = log;
        this.outside = outside;
    }

    /** Everything accepted is durable and visible when this returns. */
    List<Outcome> write(List<Command> commands) {
        Instant now = outside.clock().instant().truncatedTo(ChronoUnit.MILLIS);
        fold.state().sweep(now);
        var outcomes = new ArrayList<Outcome>(commands.size());
        for (Command command : commands) {
            outcomes.add(write(command, now));
        }
        log.sync();
        fold.state().publish();
        return outcomes;
    }

    /** Judges, appends, applies; only {@link #write(List)} makes it durable and visible. */
    Outcome write(Command command, Instant now) {
        for (int attempt = 1; attempt <= CAS_TRIES; attempt++) {
            var outcome =
                    Machine.judge(fold.state(), command, now, outside.limits().get());
            var event = event(command, outcome, now);
            if (event == null) {
                return outcome;
            }
            var failure = append(event);
            if (failure == null) {
                return outcome;
            }
            if (failure.reason() != Refusal.CHAIN_MISMATCH) {
                return outcome instanceof Refused ? outcome : failure;
            }
            outside.moments().casFailed();
            fold.catchUp(log);
        }
        return lost();
    }

    /** The head has moved once more; the caller may try again. */
    private static Refused lost() {
        return new Refused(Refusal.CHAIN_MISMATCH, "another writer was faster", Map.of());
    }

    /** Null when the event is in the log and applied. */
    private @Nullable Refused append(Event event) {
        var backoff = outside.backoff().get();
        for (int attempt = 1; ; attempt++) {
            try {
                if (!log.append(fold.state().head(), event)) {
                    return lost();
                }
                fold.apply(log.lastSequence(), log.lastPlace(), event);
                return null;
            } catch (JournalException e) {
                switch (e.reason()) {
                    case NO_SPACE -> {
                        outside.moments().backedOff("append");
                        if (attempt >= backoff.tries()) {
                            return new Refused(Refusal.STORAGE_BUSY, "the log has no room", Map.of());
                        }
                        backoff.pause(attempt);
                    }
                    case TOO_LARGE -> {
                        return new Refused(Refusal.MALFORMED, "the proposal is too large for the log", Map.of());
                    }
                    case FULL, CLOSED, FAILED, LOCKED, PRUNED, CORRUPT -> throw e;
                }
            }
        }
    }

    private @Nullable Event event(Command command, Outcome outcome, Instant now) {
        return switch (outcome) {
            case Accepted(Event event) -> event;
            case Outcome.Replayed _ -> null;
            case Refused refused ->
                new Event.Rejected(
                        now,
                        command.origin(),
                        command.name(),
                        command.subject(),
                        hash(command),
                        refused.reason().name(),
                        refused.detail());
        };
    }

    private String hash(Command command) {
        return command instanceof Command.Propose propose
                ? propose.payload().address().toString()
                : fold.state()
                        .proposals()
                        .find(command.subject())
                        .map(proposal -> proposal.payload().address().toString())
                        .orElse("");
    }
}
