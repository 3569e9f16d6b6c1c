package dev.quintet.shared.journal;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The journal's directory, and which segments in it hold which sequences. Thread-safe. */
final class Segments {
    static final String SUFFIX = ".log";
    static final String TEMPORARY = ".tmp";

    private static final int ZEROS_BYTES = 1 << 20;

    /** A segment with at least a start frame. */
    record Started(long ordinal, long firstSequence) {}

    private final Path directory;
    private final FileLayer layer;
    private final JournalSettings settings;
    private final ReentrantLock changing = new ReentrantLock();
    private volatile List<Started> started = List.of(); // replaced under changing, by the writer and by pruning
    private long identity; // set by recovery, before anything else reads it

    Segments(Path directory, FileLayer layer, JournalSettings settings) {
        this.directory = directory;
        this.layer = layer;
        this.settings = settings;
    }

    Path directory() {
        return directory;
    }

    FileLayer layer() {
        return layer;
    }

    JournalSettings settings() {
        return settings;
    }

    long identity() {
        return identity;
    }

    void identity(long identity) {
        this.identity = identity;
    }

    /** In order of sequence; immutable. */
    List<Started> started() {
        return started;
    }

    void add(Started segment) {
        change(list -> Stream.concat(list.stream(), Stream.of(segment)).toList());
    }

    /**
     * Deletes the segments that hold nothing above {@code sequence}, oldest first, so that a crash in between leaves no
     * gap. The last started one always stays: it alone knows the next sequence.
     */
    int deleteUpTo(long sequence) throws IOException {
        int count = 0;
        while (started().size() > 1 && started().get(1).firstSequence() <= sequence + 1) {
            var oldest = started().getFirst();
            // Readers stop finding it before it goes; the ones inside keep their open file.
            change(list -> list.subList(1, list.size()));
            layer.delete(path(SegmentHeader.fileName(oldest.ordinal())));
            layer.syncDirectory(directory);
            count++;
        }
        return count;
    }

    Path path(String name) {
        return directory.resolve(name);
    }

    FileLayer.File open(long ordinal) throws IOException {
        return layer.open(path(SegmentHeader.fileName(ordinal)));
    }

    /** The segment file with that ordinal, as prepared before a restart or made now. */
    FileLayer.File prepare(long ordinal) throws IOException {
        String name = SegmentHeader.fileName(ordinal);
        return layer.list(directory).contains(name) ? open(ordinal) : create(ordinal);
    }

    SegmentHeader header(FileLayer.File file, String name) throws IOException {
        var buffer = ByteBuffer.allocate(SegmentHeader.BYTES);
        file.read(buffer, 0);
        var header = SegmentHeader.decode(buffer.flip());
        if (header == null) {
            throw new CorruptionException(name, 0, 0, "no sound segment header");
        }
        return header;
    }

    /** Overwrites {@code [from, to)} with zeros. */
    static void zero(FileLayer.File file, int from, int to) throws IOException {
        var zeros = ByteBuffer.allocateDirect(Math.min(ZEROS_BYTES, to - from));
        for (int at = from; at < to; at += zeros.capacity()) {
            file.write(zeros.clear().limit(Math.min(zeros.capacity(), to - at)), at);
        }
    }

    /**
     * A segment full of zeros behind its header. It gets its name only when every byte is on the medium: from then on
     * writing into it changes no metadata, so a data-only sync is enough, and no write can run out of space.
     */
    private FileLayer.File create(long ordinal) throws IOException {
        var temporary = path(SegmentHeader.fileName(ordinal) + TEMPORARY);
        layer.delete(temporary);
        var file = layer.create(temporary);
        try {
            file.write(new SegmentHeader(identity, ordinal, settings.segmentBytes()).encode(), 0);
            zero(file, SegmentHeader.BYTES, settings.segmentBytes());
            file.sync(true);
            layer.rename(temporary, path(SegmentHeader.fileName(ordinal)));
            layer.syncDirectory(directory);
            return file;
        } catch (IOException e) {
            abandon(file, temporary, e);
            throw e;
        }
    }

    private void change(UnaryOperator<List<Started>> change) {
        changing.lock();
        try {
            started = change.apply(started);
        } finally {
            changing.unlock();
        }
    }

    private void abandon(FileLayer.File file, Path temporary, IOException cause) {
        try {
            file.close();
            layer.delete(temporary);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /** Keeps the next segment ready, so that the writer changes over without waiting for zeros to reach the disk. */
    static final class Supply implements Closeable {
        private final Segments segments;
        private final Executor background;
        private long ordinal;
        private @Nullable CompletableFuture<FileLayer.File> next;

        Supply(Segments segments, Executor background) {
            this.segments = segments;
            this.background = background;
        }

        /** Starts making the segment with that ordinal. */
        void prepare(long ordinal) {
            this.ordinal = ordinal;
            next = CompletableFuture.supplyAsync(this::make, background);
        }

        /**
         * The prepared segment, waiting for it if need be. If it could not be made, one more attempt is made here, and if
         * that fails too the caller may come again: nothing has been written.
         */
        FileLayer.File take() {
            var prepared = next;
            if (prepared != null) {
                try {
                    return prepared.join();
                } catch (CompletionException _) {
                    // Reported by the attempt below if it persists.
                    next = null;
                }
            }
            try {
                return make();
            } catch (UncheckedIOException e) {
                throw new JournalException(
                        JournalException.Reason.NO_SPACE, "cannot make segment " + ordinal + ": " + e.getMessage(), e);
            }
        }

        @Override
        public void close() throws IOException {
            var prepared = next;
            if (prepared == null) {
                return;
            }
            try {
                prepared.join().close();
            } catch (CompletionException _) {
                // There is no prepared segment to close.
            }
        }

        private FileLayer.File make() {
            try {
                return segments.prepare(ordinal);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
