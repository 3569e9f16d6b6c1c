package dev.quintet.registry.store;

import dev.quintet.registry.Payloads;
import dev.quintet.registry.Signers;
import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Event;
import dev.quintet.registry.domain.Machine;
import dev.quintet.registry.domain.Origin;
import dev.quintet.registry.domain.Outcome;
import dev.quintet.registry.domain.payload.Approval;
import dev.quintet.registry.domain.payload.Payload;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.journal.JournalSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A registry without HTTP, for tests of what is below it. The thread that calls it is the writer. */
final class Drive implements AutoCloseable {
    static final JournalSettings SETTINGS = new JournalSettings(1 << 16, 1 << 15);

    private static final StoreMoments NOBODY = new StoreMoments() {
        @Override
        public void casFailed() {}

        @Override
        public void backedOff(String op) {}

        @Override
        public void recovered() {}
    };

    private final BoundedChannel<WriteGroup> groups = new BoundedChannel<>("writes", 16);
    final EmbeddedRegistry registry;
    private long next;

    Drive(@Nullable Path directory) {
        var backoff = new Backoff(1, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(1));
        var outside =
                new Outside(InstantSource.system(), () -> new Machine.Limits(100_000, 1 << 28), () -> backoff, NOBODY);
        registry = EmbeddedRegistry.open(directory, SETTINGS, groups, outside);
        // What the pruner asks of the writer happens while it waits.
        groups.consume(1, HandlerThreads.named("drive"), group -> registry.write(List.of(group), _ -> {}))
                .subscribe()
                .with(_ -> {}, _ -> {});
        if (registry.state().head().version() == 0) {
            registry.genesis(Payloads.signers(2, Signers.NAMES));
        }
        next = registry.state().head().version();
    }

    Outcome one(Command command) {
        var group = WriteGroup.of(List.of(command));
        registry.write(List.of(group), _ -> {});
        return group.answer().join().getFirst();
    }

    /** Proposes, approves twice with real signatures, commits. */
    Event.Committed commit(Payload payload) {
        String id = "p" + System.nanoTime() + "-" + next++;
        var expires = Instant.parse("2099-01-01T00:00:00Z");
        one(new Command.Propose(id, payload, expires, Origin.SELF));
        String input = Approval.signingInput(id, payload.address(), expires);
        for (String name : List.of("alpha", "beta")) {
            var approval =
                    new Approval(Signers.id(name), Signers.publicKey(name), Signers.sign(name, input), Instant.EPOCH);
            one(new Command.Approve(id, approval, Origin.SELF));
        }
        var outcome = one(new Command.Commit(id, new Origin("test", "corr-" + next)));
        if (outcome instanceof Outcome.Accepted(Event.Committed committed)) {
            return committed;
        }
        throw new AssertionError("not committed: " + outcome);
    }

    @Override
    public void close() {
        registry.close(java.util.Optional.empty());
    }
}
