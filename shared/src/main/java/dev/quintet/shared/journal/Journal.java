package dev.quintet.shared.journal;

import dev.quintet.shared.journal.JournalException.Reason;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Many producers, one log: natural group commit. A single writer thread appends whatever queued while the last sync
 * ran, syncs once, then answers all of them; there is no timer, so one producer waits for one sync and a thousand wait
 * for little more.
 *
 * <p>At most {@code capacity} records wait; the next is refused with {@code FULL}. Appending never blocks. An answer
 * comes only after the sync, on the writer thread, which must not be held up by it. The first failed write or sync is
 * the end: everybody waiting and everybody after gets {@code FAILED}, and {@code onFatal} is told once.
 */
public final class Journal {
    private static final Logger LOG = Logger.getLogger(Journal.class);

    private final RecordLog log;
    private final int capacity;
    private final Consumer<JournalException> onFatal;
    private final CompletableFuture<Void> finished = new CompletableFuture<>();

    private final ReentrantLock gate = new ReentrantLock();
    private final Condition arrived = gate.newCondition();
    private Batch filling; // guarded by gate
    private Batch spare; // guarded by gate
    private boolean closed; // guarded by gate
    private @Nullable JournalException failure; // guarded by gate
    private volatile int depth; // written under gate

    private Journal(RecordLog log, int capacity, Consumer<JournalException> onFatal) {
        this.log = log;
        this.capacity = capacity;
        this.onFatal = onFatal;
        this.filling = new Batch(capacity);
        this.spare = new Batch(capacity);
    }

    /** Is told what became of one record, on the writer thread; must be quick. */
    public interface Completion {
        void durable(long sequence);

        /** With {@code FAILED} the record may still turn up after a restart; with every other reason it will not. */
        void failed(JournalException failure);
    }

    /** Starts the writer thread {@code journal-name}; from now on {@code log} belongs to the journal. */
    public static Journal start(String name, RecordLog log, int capacity, Consumer<JournalException> onFatal) {
        var journal = new Journal(log, capacity, onFatal);
        Thread.ofPlatform().name("journal-" + name).daemon().start(journal::run);
        return journal;
    }

    /** Queues a record; completes with its sequence once it is durable. The array must not change until then. */
    public CompletableFuture<Long> append(byte[] record) {
        var pending = new Pending();
        append(ByteBuffer.wrap(record), pending);
        return pending;
    }

    /** Queues the bytes between position and limit; they must not change until {@code completion} is called. */
    public void append(ByteBuffer record, Completion completion) {
        var refusal = record.remaining() > log.recordBytesMax()
                ? new JournalException(Reason.TOO_LARGE, "a record of " + record.remaining() + " bytes")
                : admit(record, completion);
        if (refusal != null) {
            completion.failed(refusal);
        }
    }

    /** How many records wait for the writer. */
    public int depth() {
        return depth;
    }

    /** For reading, snapshots and pruning; only the journal appends to it. */
    public RecordLog log() {
        return log;
    }

    /** Refuses new records, makes the queued ones durable and answers them, then closes the log. Never blocks. */
    public CompletableFuture<Void> close() {
        gate.lock();
        try {
            closed = true;
            arrived.signal();
        } finally {
            gate.unlock();
        }
        return finished;
    }

    private @Nullable JournalException admit(ByteBuffer record, Completion completion) {
        gate.lock();
        try {
            if (failure != null) {
                return failure;
            }
            if (closed) {
                return new JournalException(Reason.CLOSED, "the journal is closed");
            }
            if (filling.size == capacity) {
                return new JournalException(Reason.FULL, capacity + " records are waiting");
            }
            filling.add(record, completion);
            depth = filling.size;
            if (filling.size == 1) {
                arrived.signal();
            }
            return null;
        } finally {
            gate.unlock();
        }
    }

    private void run() {
        try {
            for (Batch batch = take(); batch.size > 0; batch = take()) {
                commit(batch);
            }
            log.close();
            finished.complete(null);
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    /** Everything that is queued, waiting until there is something; empty once closed. */
    private Batch take() {
        gate.lock();
        try {
            while (filling.size == 0 && !closed) {
                arrived.awaitUninterruptibly();
            }
            var taken = filling;
            filling = spare;
            spare = taken;
            depth = 0;
            return taken;
        } finally {
            gate.unlock();
        }
    }

    private void commit(Batch batch) {
        long first = 0;
        int accepted = 0;
        JournalException refusal = null;
        try {
            for (; accepted < batch.size; accepted++) {
                long sequence = log.append(batch.records[accepted]);
                first = accepted == 0 ? sequence : first;
            }
        } catch (JournalException e) {
            // No space, or a failure that the sync below will repeat.
            refusal = e;
        }
        log.sync();
        batch.answer(first, accepted, refusal);
    }

    private void fail(Throwable cause) {
        var fatal = cause instanceof JournalException known
                ? known
                : new JournalException(Reason.FAILED, "the journal's writer died: " + cause, cause);
        gate.lock();
        try {
            failure = fatal;
        } finally {
            gate.unlock();
        }
        // Nothing enters any more: whatever is in the two batches is all there will ever be.
        spare.answer(0, 0, fatal);
        filling.answer(0, 0, fatal);
        try {
            log.close();
        } catch (RuntimeException e) {
            fatal.addSuppressed(e);
        }
        finished.completeExceptionally(fatal);
        onFatal.accept(fatal);
    }

    /** Records and who waits for them; reused, so that queueing allocates nothing. */
    private static final class Batch {
        private final @Nullable ByteBuffer[] records;
        private final @Nullable Completion[] completions;
        private int size;

        Batch(int capacity) {
            records = new ByteBuffer[capacity];
            completions = new Completion[capacity];
        }

        void add(ByteBuffer record, Completion completion) {
            records[size] = record;
            completions[size++] = completion;
        }

        /** Tells the first {@code accepted} their sequences and the others the refusal, and empties the batch. */
        void answer(long first, int accepted, @Nullable JournalException refusal) {
            for (int i = 0; i < size; i++) {
                var completion = completions[i];
                records[i] = null;
                completions[i] = null;
                try {
                    if (refusal == null || i < accepted) {
                        completion.durable(first + i);
                    } else {
                        completion.failed(refusal);
                    }
                } catch (RuntimeException e) {
                    // One listener's bug must not cost the others their answers.
                    LOG.error("a journal completion threw", e);
                }
            }
            size = 0;
        }
    }

    private static final class Pending extends CompletableFuture<Long> implements Completion {
        @Override
        public void durable(long sequence) {
            complete(sequence);
        }

        @Override
        public void failed(JournalException failure) {
            completeExceptionally(failure);
        }
    }
}
