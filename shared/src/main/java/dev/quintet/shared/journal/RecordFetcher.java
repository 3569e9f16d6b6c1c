package dev.quintet.shared.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Reads single records by place, through a few file handles of its own. Thread-safe. */
final class RecordFetcher implements Closeable {
    /** Recent segments are asked for most; older ones are opened again. */
    private static final int HANDLES_MAX = 32;

    /** One read serves most records. */
    private static final int GUESS_BYTES = 4096;

    private record Handle(FileLayer.File file, SegmentHeader header) {}

    private final Segments segments;
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<Long, Handle> handles = new LinkedHashMap<>(16, 0.75f, true); // guarded by lock

    RecordFetcher(Segments segments) {
        this.segments = segments;
    }

    static long place(long ordinal, int offset) {
        return ordinal << Integer.SIZE | offset;
    }

    ByteBuffer fetch(long place) throws IOException {
        long ordinal = place >>> Integer.SIZE;
        int offset = (int) place;
        try {
            return fetch(handle(ordinal), ordinal, offset);
        } catch (ClosedChannelException _) {
            // Evicted by another thread, or closed under one that was interrupted: the file itself is fine.
            forget(ordinal);
            return fetch(handle(ordinal), ordinal, offset);
        }
    }

    private static ByteBuffer fetch(Handle handle, long ordinal, int offset) throws IOException {
        var frame = read(handle, offset, GUESS_BYTES);
        int length = frame.limit() < Frame.BYTES ? -1 : Frame.length(frame.getInt(Frame.LENGTH_AT));
        // Not verified yet: a wrong place must not ask for a gigabyte.
        if (length < 0 || length > handle.header().segmentBytes() - offset - Frame.BYTES) {
            throw unsound(ordinal, offset);
        }
        if (length > frame.limit() - Frame.BYTES) {
            frame = read(handle, offset, Frame.BYTES + length);
        }
        if (frame.limit() < Frame.BYTES + length
                || Frame.Kind.of(frame.getInt(Frame.LENGTH_AT)) != Frame.Kind.RECORD
                || !checks(frame, length, handle.header().salt())) {
            throw unsound(ordinal, offset);
        }
        return frame.clear().slice(Frame.BYTES, length).asReadOnlyBuffer();
    }

    private static CorruptionException unsound(long ordinal, int offset) {
        return new CorruptionException(SegmentHeader.fileName(ordinal), offset, 0, "no sound record at this place");
    }

    private static boolean checks(ByteBuffer frame, int length, int salt) {
        int computed = Frame.checksum(new CRC32C(), frame.duplicate(), Frame.LENGTH_AT, Frame.BYTES + length);
        return (computed ^ salt) == frame.getInt(0);
    }

    private static ByteBuffer read(Handle handle, int offset, int count) throws IOException {
        var buffer = ByteBuffer.allocate(count);
        handle.file().read(buffer, offset);
        return buffer.flip();
    }

    private Handle handle(long ordinal) throws IOException {
        var known = exchange(handles -> handles.get(ordinal));
        if (known != null) {
            return known;
        }
        // Opened outside the lock; when two threads do, the later one's handle stays and the other is closed.
        var opened = open(ordinal);
        close(exchange(handles -> handles.put(ordinal, opened)));
        close(exchange(handles ->
                handles.size() > HANDLES_MAX ? handles.pollFirstEntry().getValue() : null));
        return opened;
    }

    private Handle open(long ordinal) throws IOException {
        if (segments.started().stream().noneMatch(segment -> segment.ordinal() == ordinal)) {
            throw new JournalException(JournalException.Reason.PRUNED, "segment " + ordinal + " is no longer kept");
        }
        var file = segments.open(ordinal);
        try {
            return new Handle(file, segments.header(file, SegmentHeader.fileName(ordinal)));
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private void forget(long ordinal) throws IOException {
        close(exchange(handles -> handles.remove(ordinal)));
    }

    @Override
    public void close() throws IOException {
        for (var handle = exchange(SequencedMap::pollFirstEntry);
                handle != null;
                handle = exchange(SequencedMap::pollFirstEntry)) {
            close(handle.getValue());
        }
    }

    private static void close(@Nullable Handle handle) throws IOException {
        if (handle != null) {
            handle.file().close();
        }
    }

    /** One step on the table; nothing in it touches a file. */
    private <T> @Nullable T exchange(Function<SequencedMap<Long, Handle>, @Nullable T> step) {
        lock.lock();
        try {
            return step.apply(handles);
        } finally {
            lock.unlock();
        }
    }
}
