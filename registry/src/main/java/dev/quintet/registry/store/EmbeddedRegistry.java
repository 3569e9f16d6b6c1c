package dev.quintet.registry.store;

import dev.quintet.registry.domain.Checkpoint;
import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Event;
import dev.quintet.registry.domain.Outcome;
import dev.quintet.registry.domain.PrunedException;
import dev.quintet.registry.domain.Registry;
import dev.quintet.registry.domain.RegistryState;
import dev.quintet.registry.domain.Update;
import dev.quintet.registry.domain.payload.Key;
import dev.quintet.registry.domain.payload.Kind;
import dev.quintet.registry.domain.payload.Payload;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Offer;
import dev.quintet.shared.journal.JournalSettings;
import dev.quintet.shared.journal.MemoryLog;
import dev.quintet.shared.journal.RecordLog;
import dev.quintet.shared.journal.SegmentedLog;
import java.io.IOError;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The registry's log in this process. Groups wait in a short queue for the one writer; reads look at the published
 * state and at the log. A failed write or sync ends the process: only a restart with recovery knows what is on disk.
 */
public final class EmbeddedRegistry implements Registry {
    private static final Logger LOG = Logger.getLogger(EmbeddedRegistry.class);

    private final RegistryStore store;
    private final LogWriter writer;
    private final BoundedChannel<WriteGroup> groups;
    private final Outside outside;
    private final Pruner pruner;
    private volatile boolean failed;

    /**
     * Recovers the log in {@code directory}, or starts an empty one that leaves nothing behind.
     *
     * @param directory null for a log in memory
     */
    public static EmbeddedRegistry open(
            @Nullable Path directory, JournalSettings settings, BoundedChannel<WriteGroup> groups, Outside outside) {
        RecordLog log =
                directory == null ? new MemoryLog(settings) : SegmentedLog.open(directory.resolve("log"), settings);
        try {
            return new EmbeddedRegistry(RegistryStore.open(log), groups, outside);
        } catch (RuntimeException e) {
            log.close();
            throw e;
        }
    }

    EmbeddedRegistry(RegistryStore store, BoundedChannel<WriteGroup> groups, Outside outside) {
        this.store = store;
        this.groups = groups;
        this.outside = outside;
        this.writer = new LogWriter(store.fold(), store.events(), outside);
        this.pruner = new Pruner(store, this::onWriter);
        groups.onAbort(
                group -> group.answer().completeExceptionally(new IllegalStateException("the registry is closing")));
        if (store.fold().state().head().version() > 0) {
            outside.moments().recovered();
        }
    }

    /** Writes the first commit of an empty log; before anybody else writes. */
    public void genesis(Payload payload) {
        store.genesis(payload, outside.clock().instant().truncatedTo(ChronoUnit.MILLIS));
    }

    /** The writer's step, for the one consumer of the queue: one sync for all that has queued. */
    public void write(List<WriteGroup> batch, Consumer<Update> news) {
        var commands = new ArrayList<Command>();
        batch.forEach(group -> commands.addAll(group.commands()));
        List<Outcome> outcomes;
        try {
            outcomes = writer.write(commands);
        } catch (RuntimeException | Error e) {
            failed = true;
            LOG.fatal("the registry's log failed and takes no more writes", e);
            batch.forEach(group -> group.answer().completeExceptionally(e));
            // Memory may be ahead of the disk now. An Error ends the process.
            throw new IOError(e);
        }
        int from = 0;
        for (WriteGroup group : batch) {
            int to = from + group.commands().size();
            group.finish(List.copyOf(outcomes.subList(from, to)));
            from = to;
        }
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Outcome.Accepted(Event.Committed commit)) {
                news.accept(Update.of(commit));
            }
        }
    }

    public boolean failed() {
        return failed;
    }

    public RecordLog log() {
        return store.log();
    }

    @Override
    public RegistryState state() {
        return store.fold().state();
    }

    @Override
    public long firstVersion() {
        return store.fold().versions().first();
    }

    /** The log sequence of a kept version. */
    public long sequence(long version) {
        return store.fold().versions().sequence(version);
    }

    @Override
    public byte[] artifact(long version) {
        return store.artifact(version);
    }

    @Override
    public Update update(long version) {
        return store.update(version);
    }

    @Override
    public Optional<Described> descriptor(Key key, long at) {
        requireKept(at);
        return state().index().find(key, at).map(found -> {
            String body = found.body();
            return new Described(key, found.version(), body == null ? store.body(key, found.version()) : body);
        });
    }

    @Override
    public List<Described> descriptors(@Nullable Kind kind, @Nullable Key after, long at, int limit) {
        requireKept(at);
        var page = new ArrayList<Described>();
        for (Key key : state().index().keysAfter(kind, after)) {
            if (page.size() == limit || (kind != null && key.kind() != kind)) {
                break;
            }
            descriptor(key, at).ifPresent(page::add);
        }
        return page;
    }

    /** A reader of the whole log that trusts nothing it has not read. */
    public ChainAudit audit() {
        return new ChainAudit(store.log(), state());
    }

    /** Makes the next start quick; beside the writer. */
    public void snapshot() {
        pruner.snapshot();
    }

    /** Forgets versions before {@code keepFrom}; see {@link Pruner}. */
    public int prune(long keepFrom) {
        return pruner.prune(keepFrom);
    }

    /** Keeps a last checkpoint, makes the next start quick and lets go of the files; only after the last write. */
    public void close(Optional<Checkpoint> last) {
        if (!failed) {
            last.ifPresent(checkpoint -> writer.write(List.of(new Command.Keep(checkpoint))));
        }
        if (!failed && store.behindSnapshot() > 0) {
            store.snapshot().run();
        }
        store.log().close();
    }

    private void requireKept(long at) {
        if (at < firstVersion()) {
            throw new PrunedException(at);
        }
    }

    /** Runs a short task between two groups of the writer. */
    private CompletableFuture<?> onWriter(Runnable task) {
        var group = WriteGroup.task(task);
        if (groups.offer(group) != Offer.ACCEPTED) {
            group.answer().completeExceptionally(new IllegalStateException("the writer is behind or closed"));
        }
        return group.answer();
    }
}
