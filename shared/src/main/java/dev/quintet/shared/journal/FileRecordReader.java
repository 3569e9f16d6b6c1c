package dev.quintet.shared.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Reads segment after segment with a file handle of its own, so that nothing done to it can disturb the writer. */
final class FileRecordReader implements RecordReader {
    private final Segments segments;
    private final LongSupplier durable;
    private final long from;

    private @Nullable FrameCursor cursor;
    private Segments.Started segment;
    private String name;
    private int offset;
    private int chain;
    private boolean chained; // whether chain holds a whole segment's value to compare the next start frame with
    private long next; // the sequence of the next record in the segment
    private ByteBuffer record = ByteBuffer.allocate(0);
    private long place;

    FileRecordReader(Segments segments, LongSupplier durable, long from) {
        this.segments = segments;
        this.durable = durable;
        this.from = from;
        this.segment = locate(from);
        this.name = SegmentHeader.fileName(segment.ordinal());
        this.next = segment.firstSequence();
    }

    @Override
    public boolean next() {
        long end = durable.getAsLong();
        if (Math.max(next, from) > end) {
            return false;
        }
        try {
            do {
                advance();
            } while (next <= from);
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }

    @Override
    public long sequence() {
        return next - 1;
    }

    @Override
    public long place() {
        return place;
    }

    @Override
    public ByteBuffer record() {
        return record;
    }

    @Override
    public void close() {
        try {
            leave();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + name, e);
        }
    }

    private Segments.Started locate(long sequence) {
        Segments.Started found = null;
        for (var candidate : segments.started()) {
            if (candidate.firstSequence() <= sequence) {
                found = candidate;
            }
        }
        // An empty log has no segment yet; its first one will be number 1.
        if (found == null && segments.started().isEmpty() && sequence == 1) {
            return new Segments.Started(1, 1);
        }
        if (found == null) {
            throw pruned(sequence);
        }
        return found;
    }

    /** Moves over frames up to and including the next record, which is known to be durable. */
    private void advance() throws IOException {
        while (true) {
            var frames = cursor == null ? enter() : cursor;
            if (!sound(frames)) {
                throw new CorruptionException(name, offset, next, frames.problem());
            }
            switch (frames.kind()) {
                case RECORD -> {
                    place = RecordFetcher.place(segment.ordinal(), offset);
                    pass(frames);
                    next++;
                    record = frames.payload();
                    return;
                }
                case START -> {
                    checkStart(frames);
                    pass(frames);
                }
                case END -> {
                    pass(frames);
                    follow();
                }
                case SEAL -> throw new CorruptionException(name, offset, next, "the log was sealed before this record");
            }
        }
    }

    private void pass(FrameCursor frames) {
        chain = Frame.chain(chain, frames.checksum());
        offset = frames.end();
    }

    private boolean sound(FrameCursor frames) throws IOException {
        if (frames.at(offset) && frames.kind() != Frame.Kind.SEAL) {
            return inOrder(frames);
        }
        // The window may have been read before the writer came by.
        frames.refresh();
        return frames.at(offset) && inOrder(frames);
    }

    private boolean inOrder(FrameCursor frames) {
        boolean first = offset == SegmentHeader.BYTES;
        return frames.expect(
                frames.index() == next - segment.firstSequence() && first == (frames.kind() == Frame.Kind.START));
    }

    private FrameCursor enter() throws IOException {
        var file = open();
        try {
            cursor = new FrameCursor(file, segments.header(file, name));
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
        offset = SegmentHeader.BYTES;
        return cursor;
    }

    private FileLayer.File open() throws IOException {
        try {
            return segments.open(segment.ordinal());
        } catch (IOException e) {
            if (segments.started().contains(segment)) {
                throw e;
            }
            throw pruned(next);
        }
    }

    private void checkStart(FrameCursor frames) {
        var payload = frames.payload();
        long first = payload.getLong();
        int before = payload.getInt();
        if (first != segment.firstSequence() || (chained && before != chain)) {
            throw new CorruptionException(name, offset, next, "does not continue the segment before it");
        }
        chain = before;
    }

    private void follow() throws IOException {
        long ordinal = segment.ordinal() + 1;
        var following = segments.started().stream()
                .filter(candidate -> candidate.ordinal() == ordinal)
                .findAny();
        if (following.isEmpty()) {
            throw pruned(next);
        }
        if (following.get().firstSequence() != next) {
            throw new CorruptionException(
                    SegmentHeader.fileName(ordinal),
                    SegmentHeader.BYTES,
                    next,
                    "starts with sequence " + following.get().firstSequence());
        }
        leave();
        segment = following.get();
        name = SegmentHeader.fileName(ordinal);
        chained = true;
    }

    private void leave() throws IOException {
        if (cursor != null) {
            cursor.close();
            cursor = null;
        }
    }

    private static JournalException pruned(long sequence) {
        return new JournalException(JournalException.Reason.PRUNED, "sequence " + sequence + " is no longer kept");
    }
}
