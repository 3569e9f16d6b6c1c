package dev.quintet.shared.journal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * An append-only sequence of records, numbered from 1 without gaps, with snapshots that stand for a prefix of it.
 *
 * <p>One thread at a time appends, syncs and closes; any thread may read, and one at a time may save snapshots and
 * prune, while the writer goes on. What {@link #sync()} covered survives every crash. What was appended and not synced
 * may survive one, in order and without gaps, or not. A failed write or sync is final: every later call fails.
 */
public interface RecordLog extends AutoCloseable {

    /**
     * Adds the bytes between the record's position and limit, copying them; durable only after {@link #sync()}.
     *
     * @return the record's sequence
     * @throws JournalException {@code TOO_LARGE}, {@code NO_SPACE}, {@code CLOSED} or {@code FAILED}
     */
    long append(ByteBuffer record);

    /** Makes all appended records durable; answers the last one's sequence. */
    long sync();

    /** The longest record {@link #append} takes. */
    int recordBytesMax();

    /** The first sequence still readable; one past the last when there is none. */
    long firstSequence();

    /** The last sequence that is safe; 0 when there is none. Grows with every sync. */
    long durableSequence();

    /** Where the record appended last lies, for {@link #fetch}; good for as long as the record is kept. */
    long lastPlace();

    /**
     * The durable record at a place that {@link #lastPlace} or {@link RecordReader#place} told, verified, read-only.
     *
     * @throws CorruptionException when there is no sound record
     * @throws JournalException with {@code PRUNED} when the record was pruned
     */
    ByteBuffer fetch(long place);

    /** Starts in front of the record {@code from}, which may be one past the last. */
    RecordReader read(long from);

    /**
     * Durably keeps {@code body} as the state after the records up to {@code sequence}, which must be durable. The two
     * newest sound snapshots stay, older ones go. Does not hold up the writer.
     */
    void saveSnapshot(long sequence, SnapshotBody body);

    /**
     * The newest sound snapshot that the records still continue, damaged ones passed over and listed in it.
     *
     * @throws CorruptionException when records were pruned that no sound snapshot covers
     */
    Optional<Snapshot> newestSnapshot();

    /**
     * Drops records up to {@code sequence}, in units of segments, but none that the older of the two newest sound
     * snapshots does not cover: should the newest go bad, the one before it and the records still tell everything.
     *
     * @return how many segments went
     */
    int prune(long sequence);

    /** Syncs what was appended and lets go of the files. */
    @Override
    void close();

    /** Writes a snapshot's content. */
    @FunctionalInterface
    interface SnapshotBody {
        void writeTo(OutputStream out) throws IOException;
    }
}
