package dev.quintet.storage.store;

import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.Blake3Tree;
import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.content.ContentTree;
import dev.quintet.storage.domain.Durability;
import dev.quintet.storage.domain.ObjectWriter;
import dev.quintet.storage.domain.StoreException;
import dev.quintet.storage.domain.StoreException.Reason;
import dev.quintet.storage.domain.Stored;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * One object under construction. Each chunk is hashed once and goes to its volumes as soon as it is known not to be the
 * only one; a few are under way at a time.
 */
final class EmbeddedWriter implements ObjectWriter {
    /** A megabyte in flight keeps three disks busy and memory flat. */
    private static final int UNDER_WAY_MAX = 16;

    private final EmbeddedStore store;
    private final String owner;
    private final Optional<ContentAddress> expected;
    private final Durability durability;
    private final Intents.Holder intents;
    private final ByteArrayOutputStream cvs = new ByteArrayOutputStream();
    private final Deque<Spread> underWay = new ArrayDeque<>();
    private byte[] chunk = {};
    private int filled;
    private long length;
    private boolean finished;

    EmbeddedWriter(EmbeddedStore store, String owner, Optional<ContentAddress> expected, Durability durability) {
        this.store = store;
        this.owner = owner;
        this.expected = expected;
        this.durability = durability;
        this.intents = store.intents().holder();
    }

    /** Goes on where an upload stopped: these chunks are stored already and held by it, these bytes are not. */
    EmbeddedWriter resumed(byte[] storedCvs, byte[] tail) {
        cvs.writeBytes(storedCvs);
        length = (long) storedCvs.length / ContentAddress.BYTES * Blake3Tree.GROUP_BYTES;
        append(ByteBuffer.wrap(tail));
        return this;
    }

    @Override
    public void append(ByteBuffer bytes) {
        if (length + bytes.remaining() > EmbeddedStore.OBJECT_BYTES_MAX) {
            throw new StoreException(
                    Reason.LENGTH, "an object has at most " + EmbeddedStore.OBJECT_BYTES_MAX + " bytes");
        }
        while (bytes.hasRemaining()) {
            if (filled == Blake3Tree.GROUP_BYTES) {
                send();
            }
            fill(bytes);
        }
        // Only the first chunk can turn out to be the only one.
        if (filled == Blake3Tree.GROUP_BYTES && cvs.size() > 0) {
            send();
        }
    }

    private void fill(ByteBuffer bytes) {
        int count = Math.min(bytes.remaining(), Blake3Tree.GROUP_BYTES - filled);
        if (filled + count > chunk.length) {
            int size = Math.max(filled + count, Math.min(2 * chunk.length, Blake3Tree.GROUP_BYTES));
            chunk = java.util.Arrays.copyOf(chunk, size);
        }
        bytes.get(chunk, filled, count);
        filled += count;
        length += count;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public Stored finish() {
        boolean single = cvs.size() == 0;
        if (!single && filled > 0) {
            send();
        }
        var tree = single
                ? ContentTree.of(length, Blake3.hash(chunk, 0, filled))
                : ContentTree.of(length, cvs.toByteArray());
        if (expected.isPresent() && !expected.get().equals(tree.address())) {
            throw new StoreException(Reason.DIGEST_MISMATCH, "the bytes are those of " + tree.address());
        }
        var manifest = new Manifest(tree, owner, store.clock().millis(), durability);
        var stored = single
                ? store.commitSingle(manifest, ByteBuffer.wrap(chunk, 0, filled).slice(), intents)
                : store.commit(manifest, this::awaitChunks);
        finished = true;
        close();
        return stored;
    }

    /** Makes what was taken durable without finishing, and tells what is needed to go on. */
    Staged stage() {
        awaitChunks();
        return new Staged(cvs.toByteArray(), java.util.Arrays.copyOf(chunk, filled), length);
    }

    /** Chunks that are stored, and the bytes behind them that are not. */
    static final class Staged {
        private final byte[] cvs;
        private final byte[] tail;
        private final long length;

        Staged(byte[] cvs, byte[] tail, long length) {
            this.cvs = cvs;
            this.tail = tail;
            this.length = length;
        }

        byte[] cvs() {
            return cvs;
        }

        byte[] tail() {
            return tail;
        }

        long length() {
            return length;
        }
    }

    @Override
    public void close() {
        if (!finished) {
            // Whatever is on its way may arrive; nobody refers to it, and the collector finds it.
            underWay.clear();
        }
        intents.close();
    }

    private void send() {
        int group = cvs.size() / Blake3Tree.CV_BYTES;
        byte[] cv = Blake3Tree.chunkGroupCv(chunk, 0, filled, group);
        var id = ContentAddress.of(cv, 0);
        boolean relied = intents.publish(Chunks.key(durability, id));
        while (underWay.size() >= UNDER_WAY_MAX) {
            underWay.removeFirst().await();
        }
        underWay.add(store.chunks()
                .write(durability, id, group, ByteBuffer.wrap(chunk, 0, filled).slice(), relied));
        cvs.writeBytes(cv);
        // The volumes still read from the old one.
        chunk = new byte[Blake3Tree.GROUP_BYTES];
        filled = 0;
    }

    private void awaitChunks() {
        while (!underWay.isEmpty()) {
            underWay.removeFirst().await();
        }
    }
}
