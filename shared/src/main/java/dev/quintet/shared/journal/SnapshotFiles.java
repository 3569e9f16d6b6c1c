package dev.quintet.shared.journal;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/** Snapshots as files beside the segments: a checksummed header and the content, visible only when complete and durable. */
final class SnapshotFiles {
    private static final String PREFIX = "snapshot-";
    private static final String SUFFIX = ".snap";
    private static final String TEMPORARY = "snapshot" + Segments.TEMPORARY;

    private static final int HEADER_BYTES = 64;
    private static final int CHECKSUM_AT = HEADER_BYTES - Integer.BYTES;
    private static final int BUFFER_BYTES = 256 << 10;
    private static final long MAGIC = 0x51534E4150534854L; // "QSNAPSHT"
    private static final int VERSION = 1;

    /** One may be damaged; then the other tells the same story together with the records since. */
    private static final int KEPT = 2;

    private final Segments segments;
    private final FileLayer layer;

    SnapshotFiles(Segments segments) {
        this.segments = segments;
        this.layer = segments.layer();
    }

    void save(long sequence, RecordLog.SnapshotBody body) throws IOException {
        var temporary = segments.path(TEMPORARY);
        layer.delete(temporary);
        try (var file = layer.create(temporary)) {
            var content = new Content(file);
            try (var out = new BufferedOutputStream(content, BUFFER_BYTES)) {
                body.writeTo(out);
            }
            file.write(header(sequence, content.written, (int) content.crc.getValue()), 0);
            file.sync(true);
        }
        layer.rename(temporary, segments.path(name(sequence)));
        layer.syncDirectory(segments.directory());
        discardOld();
    }

    /** The sound snapshots, newest first, at most two; each damaged one met on the way goes to {@code damaged}. */
    List<Snapshot> sound(List<CorruptionException> damaged) throws IOException {
        var found = new ArrayList<Snapshot>();
        for (long sequence : sequences()) {
            if (found.size() == KEPT) {
                break;
            }
            try {
                found.add(verify(sequence, damaged));
            } catch (CorruptionException e) {
                damaged.add(e);
            }
        }
        return found;
    }

    /** The newest snapshot's sequence, sound or not; 0 without any. */
    long newestSequence() throws IOException {
        return sequences().stream().findFirst().orElse(0L);
    }

    /** Up to where records may go: what the older of two sound snapshots covers. */
    OptionalLong pruneBound() throws IOException {
        var sound = sound(new ArrayList<>());
        return sound.size() == KEPT ? OptionalLong.of(sound.getLast().sequence()) : OptionalLong.empty();
    }

    private void discardOld() throws IOException {
        var kept = sound(new ArrayList<>()).stream().map(Snapshot::sequence).toList();
        if (kept.size() < KEPT) {
            return;
        }
        for (long sequence : sequences()) {
            if (!kept.contains(sequence)) {
                layer.delete(segments.path(name(sequence)));
            }
        }
        layer.syncDirectory(segments.directory());
    }

    private List<Long> sequences() throws IOException {
        return layer.list(segments.directory()).stream()
                .filter(name -> name.startsWith(PREFIX) && name.endsWith(SUFFIX))
                .map(name -> Long.parseLong(name.substring(PREFIX.length(), name.length() - SUFFIX.length())))
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    private Snapshot verify(long sequence, List<CorruptionException> damaged) throws IOException {
        String name = name(sequence);
        try (var file = layer.open(segments.path(name))) {
            var header = ByteBuffer.allocate(HEADER_BYTES);
            file.read(header, 0);
            header.flip();
            long bytes = header.limit() == HEADER_BYTES ? header.getLong(32) : -1;
            if (bytes < 0 || !header.equals(header(sequence, bytes, header.getInt(40)))) {
                throw new CorruptionException(name, 0, sequence, "no sound snapshot header");
            }
            if (file.size() != HEADER_BYTES + bytes || checksum(file) != header.getInt(40)) {
                throw new CorruptionException(name, HEADER_BYTES, sequence, "checksum or length mismatch");
            }
            return new Snapshot(sequence, bytes, () -> new Input(layer.open(segments.path(name))), damaged);
        }
    }

    private static int checksum(FileLayer.File file) throws IOException {
        var crc = new CRC32C();
        var buffer = ByteBuffer.allocate(BUFFER_BYTES);
        long position = HEADER_BYTES;
        for (int count = file.read(buffer, position); count > 0; count = file.read(buffer.clear(), position)) {
            crc.update(buffer.flip());
            position += count;
        }
        return (int) crc.getValue();
    }

    private ByteBuffer header(long sequence, long bytes, int contentChecksum) {
        var buffer = ByteBuffer.allocate(HEADER_BYTES);
        buffer.putLong(MAGIC)
                .putInt(VERSION)
                .putInt(0)
                .putLong(segments.identity())
                .putLong(sequence);
        buffer.putLong(bytes).putInt(contentChecksum);
        int checksum = Frame.checksum(new CRC32C(), buffer, 0, CHECKSUM_AT);
        return buffer.clear().putInt(CHECKSUM_AT, checksum);
    }

    private static String name(long sequence) {
        return "%s%020d%s".formatted(PREFIX, sequence, SUFFIX);
    }

    /** Appends to the file behind the header, summing as it goes. */
    private static final class Content extends OutputStream {
        private final FileLayer.File file;
        private final CRC32C crc = new CRC32C();
        private long written;

        Content(FileLayer.File file) {
            this.file = file;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            crc.update(bytes, offset, length);
            file.write(ByteBuffer.wrap(bytes, offset, length), HEADER_BYTES + written);
            written += length;
        }
    }

    /** Reads the content that {@link #verify} found sound. */
    private static final class Input extends InputStream {
        private final FileLayer.File file;
        private long position = HEADER_BYTES;

        Input(FileLayer.File file) {
            this.file = file;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = file.read(ByteBuffer.wrap(bytes, offset, length), position);
            position += count;
            return count == 0 && length > 0 ? -1 : count;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
