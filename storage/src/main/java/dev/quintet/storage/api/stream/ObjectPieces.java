package dev.quintet.storage.api.stream;

import dev.quintet.shared.content.Blake3Tree;
import dev.quintet.storage.domain.ObjectReader;
import java.nio.ByteBuffer;

/** The verified chunks that cover a part of an object, the first and the last of them cut to size. */
public final class ObjectPieces implements Pieces {
    private final ObjectReader reader;
    private final long first;
    private final long end;
    private int next;
    private final int after;

    /** Bytes {@code first} to {@code end}, the latter not included; takes over the reader. */
    public ObjectPieces(ObjectReader reader, long first, long end) {
        this.reader = reader;
        this.first = first;
        this.end = end;
        this.next = group(first);
        this.after = first == end ? next : group(end - 1) + 1;
    }

    @Override
    public int left() {
        return after - next;
    }

    @Override
    public ByteBuffer next() {
        var chunk = reader.chunk(next);
        long start = (long) next * Blake3Tree.GROUP_BYTES;
        int base = chunk.position();
        int from = (int) Math.max(0, first - start);
        int to = (int) Math.min(chunk.remaining(), end - start);
        next++;
        return chunk.limit(base + to).position(base + from);
    }

    @Override
    public void close() {
        reader.close();
    }

    private static int group(long offset) {
        return Math.toIntExact(offset / Blake3Tree.GROUP_BYTES);
    }
}
