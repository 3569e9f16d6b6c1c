package dev.quintet.storage.store.pack;

import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.Blake3Tree;
import dev.quintet.shared.content.ContentAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A record and its payload, either about to be written or as read; {@link #sound()} says whether it is what was written. */
public record PackRecord(Head head, ByteBuffer payload) {

    /** A copy of chunk {@code group} of an object that has several. */
    public static PackRecord data(long stamp, ContentAddress id, int group, ByteBuffer chunk) {
        return new PackRecord(new Head(Kind.DATA, Head.Scheme.NONE, chunk.remaining(), group, stamp, id, id), chunk);
    }

    /** Anything whose hash is simply that of its payload. */
    public static PackRecord of(
            Kind kind, Head.Scheme scheme, int aux, long stamp, ContentAddress id, ByteBuffer payload) {
        var hash = ContentAddress.of(Blake3.hash(payload.duplicate()), 0);
        return new PackRecord(new Head(kind, scheme, payload.remaining(), aux, stamp, id, hash), payload);
    }

    /** A record that says all in its header. */
    public static PackRecord note(Kind kind, int aux, long stamp, ContentAddress id) {
        return of(kind, Head.Scheme.NONE, aux, stamp, id, ByteBuffer.allocate(0));
    }

    /** An object in one record; how many copies there should be stands in the place of the shard. */
    public static PackRecord whole(long stamp, ContentAddress id, int copies, byte[] manifest, ByteBuffer content) {
        var payload = ByteBuffer.allocate(manifest.length + content.remaining())
                .put(manifest)
                .put(content.duplicate())
                .flip();
        var hash = ContentAddress.of(Blake3.hash(manifest), 0);
        return new PackRecord(
                new Head(
                        Kind.WHOLE,
                        new Head.Scheme(copies, 0, 0),
                        payload.remaining(),
                        manifest.length,
                        stamp,
                        id,
                        hash),
                payload);
    }

    /** The manifest of an object. */
    public ByteBuffer manifest() {
        return head.kind() == Kind.WHOLE ? payload.slice(payload.position(), head.aux()) : payload.duplicate();
    }

    /** The content of a whole object. */
    public ByteBuffer content() {
        return payload.slice(payload.position() + head.aux(), payload.remaining() - head.aux());
    }

    /** Whether every byte is the one that was written; hashes the payload. */
    public boolean sound() {
        return switch (head.kind()) {
            case DATA -> chunkSound();
            case WHOLE ->
                head.aux() >= 0
                        && head.aux() <= payload.remaining()
                        && is(Blake3.hash(manifest()), head.hash())
                        && is(Blake3.hash(content()), head.id());
            case SHARD, OBJECT, TOMBSTONE, PIN, UPLOAD, PART, UPLOAD_END, CURSOR ->
                is(Blake3.hash(payload.duplicate()), head.hash());
        };
    }

    private boolean chunkSound() {
        int length = payload.remaining();
        return length > 0
                && length <= Blake3Tree.GROUP_BYTES
                && head.aux() >= 0
                && is(Blake3Tree.chunkGroupCv(payload.duplicate(), head.aux()), head.id());
    }

    private static boolean is(byte[] hash, ContentAddress expected) {
        return Arrays.equals(hash, expected.bytes());
    }
}
