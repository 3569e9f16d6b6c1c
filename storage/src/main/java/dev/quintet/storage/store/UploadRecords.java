package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.domain.Durability;
import dev.quintet.storage.domain.Upload;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is written of an upload. Begin: created u64, expires u64, length i64 or -1, expected 32 (zeros for none), then owner,
 * metadata and durability, each u32 and UTF-8. Part: start u64, end u64, u32 and the chaining values of the chunks it
 * completed, the bytes behind them. End: the object's address when aux is 1.
 */
final class UploadRecords {
    private static final ContentAddress NONE = new ContentAddress(0, 0, 0, 0);

    private UploadRecords() {}

    /** How an upload began, and how its object will be kept. */
    record Begin(Upload upload, Durability durability) {}

    /** Bytes {@code [start, end)}: chunks that are stored, and the rest as it is. */
    static final class Part {
        private final long start;
        private final long end;
        private final byte[] cvs;
        private final byte[] tail;

        Part(long start, long end, byte[] cvs, byte[] tail) {
            this.start = start;
            this.end = end;
            this.cvs = cvs;
            this.tail = tail;
        }

        long start() {
            return start;
        }

        long end() {
            return end;
        }

        byte[] cvs() {
            return cvs;
        }

        byte[] tail() {
            return tail;
        }
    }

    static ContentAddress id(String id) {
        byte[] bytes = HexFormat.of().parseHex(id);
        var in = ByteBuffer.wrap(bytes);
        return new ContentAddress(in.getLong(), in.getLong(), 0, 0);
    }

    static String id(ContentAddress id) {
        return HexFormat.of().toHexDigits(id.a()) + HexFormat.of().toHexDigits(id.b());
    }

    static byte[] encode(Begin begin) {
        var upload = begin.upload();
        byte[] owner = upload.owner().getBytes(StandardCharsets.UTF_8);
        byte[] metadata = upload.metadata().getBytes(StandardCharsets.UTF_8);
        byte[] durability = begin.durability().toString().getBytes(StandardCharsets.UTF_8);
        var out = ByteBuffer.allocate(68 + owner.length + metadata.length + durability.length);
        out.putLong(upload.created().toEpochMilli()).putLong(upload.expires().toEpochMilli());
        out.putLong(upload.length().orElse(-1))
                .put(upload.expected().orElse(NONE).bytes());
        for (byte[] text : new byte[][] {owner, metadata, durability}) {
            out.putInt(text.length).put(text);
        }
        return out.array();
    }

    static Begin begin(ContentAddress id, ByteBuffer in) {
        var created = Instant.ofEpochMilli(in.getLong());
        var expires = Instant.ofEpochMilli(in.getLong());
        long length = in.getLong();
        byte[] hash = new byte[ContentAddress.BYTES];
        in.get(hash);
        var expected = ContentAddress.of(hash, 0);
        String owner = text(in);
        String metadata = text(in);
        var durability = Durability.tryParse(text(in)).orElseThrow();
        var upload = new Upload(
                id(id),
                owner,
                length < 0 ? OptionalLong.empty() : OptionalLong.of(length),
                0,
                metadata,
                expected.equals(NONE) ? Optional.empty() : Optional.of(expected),
                created,
                expires,
                Optional.empty());
        return new Begin(upload, durability);
    }

    static byte[] encode(Part part) {
        return ByteBuffer.allocate(20 + part.cvs().length + part.tail().length)
                .putLong(part.start())
                .putLong(part.end())
                .putInt(part.cvs().length)
                .put(part.cvs())
                .put(part.tail())
                .array();
    }

    static Part part(ByteBuffer in) {
        long start = in.getLong();
        long end = in.getLong();
        byte[] cvs = new byte[in.getInt()];
        in.get(cvs);
        byte[] tail = new byte[in.remaining()];
        in.get(tail);
        return new Part(start, end, cvs, tail);
    }

    private static String text(ByteBuffer in) {
        byte[] bytes = new byte[in.getInt()];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
