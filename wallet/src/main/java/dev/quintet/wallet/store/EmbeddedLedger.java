package dev.quintet.wallet.store;

import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Offer;
import dev.quintet.shared.journal.JournalSettings;
import dev.quintet.shared.journal.MemoryLog;
import dev.quintet.shared.journal.RecordLog;
import dev.quintet.shared.journal.SegmentedLog;
import dev.quintet.wallet.domain.Balance;
import dev.quintet.wallet.domain.Digest;
import dev.quintet.wallet.domain.Ledger;
import dev.quintet.wallet.domain.LedgerUnavailable;
import dev.quintet.wallet.domain.Op;
import dev.quintet.wallet.domain.Policy;
import dev.quintet.wallet.domain.Supply;
import dev.quintet.wallet.domain.ledger.Entry;
import dev.quintet.wallet.domain.ledger.LedgerCorruption;
import dev.quintet.wallet.domain.ledger.LedgerState;
import dev.quintet.wallet.domain.ledger.Posting;
import dev.quintet.wallet.domain.ledger.Receipt;
import java.io.IOError;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The ledger in this process. Groups wait in a short queue for the one writer; reads look at the published state and at
 * the log. A failed write or sync is final: the ledger refuses from then on, and only a restart with recovery helps.
 */
public final class EmbeddedLedger implements Ledger {
    private static final Logger LOG = Logger.getLogger(EmbeddedLedger.class);

    /** Entries a restart replays at most, give or take a group: about a second's work. */
    private static final long SNAPSHOT_ENTRIES = 500_000;

    private final LedgerStore store;
    private final LedgerWriter writer;
    private final BoundedChannel<Group> groups;
    private final InstantSource clock;
    private final Supplier<Policy> policy;
    private final Executor background;
    private final AtomicBoolean snapshotting = new AtomicBoolean();
    private volatile @Nullable Throwable failure;

    /** One call of {@link #commit} on its way to the writer. */
    public static final class Group {
        private final List<Batch> batches;
        private final CompletableFuture<List<List<Result>>> answer = new CompletableFuture<>();

        private Group(List<Batch> batches) {
            this.batches = List.copyOf(batches);
        }
    }

    /** What an embedded ledger needs from outside. */
    public record Surroundings(InstantSource clock, Supplier<Policy> policy, Executor background) {}

    /**
     * Recovers the ledger in {@code directory}, or starts an empty one that leaves nothing behind.
     *
     * @param directory null for a ledger in memory
     */
    public static EmbeddedLedger open(
            @Nullable Path directory, int keysMax, BoundedChannel<Group> groups, Surroundings surroundings) {
        RecordLog log = directory == null
                ? new MemoryLog(JournalSettings.defaults())
                : SegmentedLog.open(directory.resolve("ledger"), JournalSettings.defaults());
        Path index = directory == null ? null : directory.resolve("index");
        try {
            var store = LedgerStore.open(log, index, keysMax, surroundings.background());
            return new EmbeddedLedger(store, groups, surroundings);
        } catch (RuntimeException e) {
            log.close();
            throw e;
        }
    }

    EmbeddedLedger(LedgerStore store, BoundedChannel<Group> groups, Surroundings surroundings) {
        this.store = store;
        this.groups = groups;
        this.clock = surroundings.clock();
        this.policy = surroundings.policy();
        this.background = surroundings.background();
        this.writer = new LedgerWriter(store, clock, policy);
        groups.onAbort(group -> group.answer.completeExceptionally(new LedgerUnavailable("the ledger is closing")));
    }

    @Override
    public CompletionStage<List<List<Result>>> commit(List<Batch> batches) {
        var group = new Group(batches);
        if (groups.offer(group) != Offer.ACCEPTED) {
            group.answer.completeExceptionally(new LedgerUnavailable("the ledger's writer is behind or closed"));
        }
        return group.answer;
    }

    /** The writer's step, for the one consumer of the queue. */
    public void write(Group group) {
        var dead = failure;
        if (dead != null) {
            group.answer.completeExceptionally(new LedgerUnavailable("the ledger has failed: " + dead.getMessage()));
            return;
        }
        try {
            group.answer.complete(writer.write(group.batches));
            maybeSnapshot();
        } catch (RuntimeException | Error e) {
            // Memory may be ahead of the disk now, and nobody knows what is on it.
            failure = e;
            LOG.fatal("the ledger failed and takes no more writes", e);
            group.answer.completeExceptionally(new LedgerUnavailable("the ledger failed"));
            if (e instanceof LedgerCorruption) {
                throw e; // Reads go on: somebody has to look.
            }
            // Only a restart with recovery knows what reached the disk; an Error ends the process.
            throw new IOError(e);
        }
    }

    /** Whether the ledger takes no more writes. */
    public boolean failed() {
        return failure != null;
    }

    @Override
    public Balance balance(String account, String asset) {
        return read(state -> state.balance(account, asset));
    }

    @Override
    public Supply supply(String asset) {
        return read(state -> state.supply(asset));
    }

    @Override
    public Optional<Posting> transaction(Digest txid) {
        return store.history().transaction(txid).map(this::named);
    }

    @Override
    public Optional<Posting> entry(long seq) {
        return store.history().entry(seq).map(this::named);
    }

    @Override
    public Request request(Op.Family family, String scope, String key) {
        var found = read(state -> state.key(family, scope, key));
        long now = clock.millis();
        long ttl = policy.get().keyTtlMillis();
        if (found.isEmpty()) {
            boolean forgot = read(state -> state.forgotKeysWithin(ttl, now));
            return forgot ? new Request.Expired(0) : new Request.NotFound();
        }
        boolean expired = now - found.get().at() >= ttl;
        return expired
                ? new Request.Expired(found.get().seq())
                : new Request.Committed(found.get().seq());
    }

    @Override
    public Head head() {
        return read(state -> new Head(state.publishedSeq(), Receipt.rootId(state.publishedRoot())));
    }

    /** Whether every published balance adds up to the supplies; holds up the writer for some 5 ns per balance. */
    public boolean conserved() {
        return read(LedgerState::conserved);
    }

    /** Makes the next start quick and lets go of the files; only after the last write. */
    public void close() {
        if (failure == null && store.behindSnapshot() > 0) {
            store.snapshot().run();
        }
        store.log().close();
    }

    LedgerState state() {
        return store.state();
    }

    private void maybeSnapshot() {
        if (store.behindSnapshot() < SNAPSHOT_ENTRIES || !snapshotting.compareAndSet(false, true)) {
            return;
        }
        var work = store.snapshot();
        background.execute(() -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                LOG.error("the snapshot failed; the log stays complete and the next one is tried later", e);
            } finally {
                snapshotting.set(false);
            }
        });
    }

    private Posting named(Entry entry) {
        return read(state -> new Posting(
                entry,
                entry.from() == 0 ? "" : state.accountName(entry.from()),
                entry.to() == 0 ? "" : state.accountName(entry.to()),
                state.assetName(entry.asset())));
    }

    private <T> T read(Function<LedgerState, T> question) {
        long stamp = store.guard().readLock();
        try {
            return question.apply(store.state());
        } finally {
            store.guard().unlockRead(stamp);
        }
    }
}
