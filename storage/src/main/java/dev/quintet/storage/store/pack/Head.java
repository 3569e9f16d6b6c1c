package dev.quintet.storage.store.pack;

import dev.quintet.shared.content.ContentAddress;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The header of one record.
 *
 * @param scheme which shard of which durability it is
 * @param aux what the kind says
 * @param stamp orders records about the same id; never used twice
 */
public record Head(
        Kind kind, Scheme scheme, int payloadBytes, int aux, long stamp, ContentAddress id, ContentAddress hash) {
    public static final int BYTES = 96;
    static final int MAGIC = 0x51524543; // "QREC"
    static final int ALIGNMENT = 8;

    private static final int CHECKED_FROM = 8;

    /** The longest payload: a manifest of an object of 100 GiB, and no pack may outgrow its place bits. */
    public static final int PAYLOAD_BYTES_MAX = 60 << 20;

    /** Which shard, of how many: 0, 0, 0 for whole copies and everything else. */
    public record Scheme(int shard, int data, int parity) {
        public static final Scheme NONE = new Scheme(0, 0, 0);
    }

    /** Under which a volume's index has it: shards of different schemes of one chunk are different things. */
    public ContentAddress key() {
        return key(id, scheme.data(), scheme.parity());
    }

    /** The key of a chunk's pieces: whole copies when {@code parity} is 0. */
    public static ContentAddress key(ContentAddress id, int data, int parity) {
        long scheme = parity == 0 ? 0 : (long) data << 8 | parity;
        return scheme == 0 ? id : new ContentAddress(id.a() ^ scheme * 0x9e3779b97f4a7c15L, id.b(), id.c(), id.d());
    }

    /** Bytes the whole record takes in a pack. */
    public int recordBytes() {
        return recordBytes(payloadBytes);
    }

    static int recordBytes(int payloadBytes) {
        return (BYTES + payloadBytes + ALIGNMENT - 1) & -ALIGNMENT;
    }

    /** @param salt the volume's: no content that somebody uploads can pass for a record of it */
    void encode(ByteBuffer into, int salt) {
        int start = into.position();
        into.putInt(MAGIC).putInt(0);
        into.put((byte) kind.code())
                .put((byte) scheme.shard())
                .put((byte) scheme.data())
                .put((byte) scheme.parity());
        into.putInt(payloadBytes).putInt(aux).putInt(0).putLong(stamp);
        put(into, id);
        put(into, hash);
        into.putInt(start + 4, checksum(into, start) ^ salt);
    }

    /** The header at the buffer's start, or null when there is no sound one. */
    static @Nullable Head decode(ByteBuffer in, int at, int salt) {
        if (in.limit() - at < BYTES || in.getInt(at) != MAGIC || in.getInt(at + 4) != (checksum(in, at) ^ salt)) {
            return null;
        }
        var kind = Kind.of(in.get(at + 8));
        int payload = in.getInt(at + 12);
        if (kind == null || payload < 0 || payload > PAYLOAD_BYTES_MAX) {
            return null;
        }
        var scheme = new Scheme(in.get(at + 9) & 0xff, in.get(at + 10) & 0xff, in.get(at + 11) & 0xff);
        return new Head(
                kind,
                scheme,
                payload,
                in.getInt(at + 16),
                in.getLong(at + 24),
                address(in, at + 32),
                address(in, at + 64));
    }

    static void put(ByteBuffer into, ContentAddress id) {
        into.putLong(id.a()).putLong(id.b()).putLong(id.c()).putLong(id.d());
    }

    static ContentAddress address(ByteBuffer in, int at) {
        return new ContentAddress(in.getLong(at), in.getLong(at + 8), in.getLong(at + 16), in.getLong(at + 24));
    }

    private static int checksum(ByteBuffer buffer, int at) {
        var crc = new CRC32C();
        crc.update(buffer.duplicate().limit(at + BYTES).position(at + CHECKED_FROM));
        return (int) crc.getValue();
    }
}
