package dev.quintet.registry.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.registry.Payloads;
import dev.quintet.registry.Signers;
import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Event;
import dev.quintet.registry.domain.Head;
import dev.quintet.registry.domain.Machine;
import dev.quintet.registry.domain.Origin;
import dev.quintet.registry.domain.Outcome;
import dev.quintet.registry.domain.payload.Approval;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Two writers on one shared log, in every order in which their steps can fall: the other one may commit between any
 * judgement and its append. Whatever happens, there is one artifact per version and they form one chain.
 */
class HeadRaceTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int COMMITS = 3;

    /** A log that two writers share; between a writer's judgement and its append the schedule may let the other act. */
    private static final class SharedLog implements EventLog {
        private final List<Event> events = new ArrayList<>();
        private Head head = Head.NONE;
        private Runnable before = () -> {};

        @Override
        public boolean append(Head expected, Event event) {
            var interference = before;
            before = () -> {};
            interference.run();
            if (!head.equals(expected)) {
                return false;
            }
            events.add(event);
            if (event instanceof Event.Committed commit) {
                head = commit.artifact().head();
            }
            return true;
        }

        @Override
        public long lastSequence() {
            return events.size();
        }

        @Override
        public long lastPlace() {
            return events.size();
        }

        @Override
        public void sync() {}

        @Override
        public void replay(long sequence, Reader reader) {
            for (int i = (int) sequence - 1; i < events.size(); i++) {
                reader.event(i + 1, i + 1, events.get(i));
            }
        }
    }

    private static final class Counting implements StoreMoments {
        private int casFailures;

        @Override
        public void casFailed() {
            casFailures++;
        }

        @Override
        public void backedOff(String op) {}

        @Override
        public void recovered() {}
    }

    @Test
    void noTwoArtifactsHaveOneVersionInAnyInterleaving() {
        int failures = 0;
        // Bit i of the schedule: whether the other writer commits in the window of the first one's commit i.
        for (int schedule = 0; schedule < 1 << COMMITS; schedule++) {
            failures += run(schedule);
        }
        assertThat(failures).as("lost races").isEqualTo(COMMITS * (1 << (COMMITS - 1)));
    }

    private int run(int schedule) {
        var log = new SharedLog();
        var moments = new Counting();
        var genesis = Machine.genesis(Payloads.signers(1, Signers.NAMES), NOW);
        log.append(Head.NONE, genesis);
        var one = writer(log, moments);
        var other = writer(log, moments);
        int committed = 0;
        for (int i = 0; i < COMMITS; i++) {
            String mine = prepare(one, "one" + i);
            boolean interferes = (schedule >> i & 1) == 1;
            if (interferes) {
                other.fold.catchUp(log);
                String theirs = prepare(other, "other" + i);
                one.fold.catchUp(log);
                log.before = () -> assertThat(other.writer.write(new Command.Commit(theirs, Origin.SELF), NOW))
                        .isInstanceOf(Outcome.Accepted.class);
                committed++;
            }
            assertThat(one.writer.write(new Command.Commit(mine, Origin.SELF), NOW))
                    .isInstanceOf(Outcome.Accepted.class);
            committed++;
            other.fold.catchUp(log);
        }
        check(log, committed + 1);
        return moments.casFailures;
    }

    private record Replica(Fold fold, LogWriter writer) {}

    private static Replica writer(SharedLog log, StoreMoments moments) {
        var fold = new Fold();
        fold.catchUp(log);
        var backoff = new Backoff(1, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(1));
        var outside =
                new Outside(InstantSource.fixed(NOW), () -> new Machine.Limits(100, 1 << 20), () -> backoff, moments);
        return new Replica(fold, new LogWriter(fold, log, outside));
    }

    private static String prepare(Replica replica, String id) {
        var propose = new Command.Propose(id, Payloads.put(id, 1), NOW.plusSeconds(60), Origin.SELF);
        assertThat(replica.writer.write(propose, NOW)).isInstanceOf(Outcome.Accepted.class);
        var approval = new Approval(Signers.id("alpha"), Signers.publicKey("alpha"), "sig", NOW);
        assertThat(replica.writer.write(new Command.Approve(id, approval, Origin.SELF), NOW))
                .isInstanceOf(Outcome.Accepted.class);
        return id;
    }

    private static void check(SharedLog log, int expected) {
        long version = 0;
        var hash = Head.NONE.hash();
        for (Event event : log.events) {
            if (event instanceof Event.Committed(var artifact, String _)) {
                assertThat(artifact.head().version()).isEqualTo(++version);
                assertThat(artifact.previous()).isEqualTo(hash);
                hash = artifact.head().hash();
            }
        }
        assertThat(version).isEqualTo(expected);
    }
}
