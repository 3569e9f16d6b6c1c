package dev.quintet.shared.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The writing end of one segment. Frames gather in the buffer; they reach the file when it is full or synced. */
final class SegmentWriter implements Closeable {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int START_PAYLOAD_BYTES = Long.BYTES + Integer.BYTES;

    /** What a segment holds besides its header and records: one start frame and one end frame. */
    static final int CONTROL_BYTES = 2 * Frame.BYTES + START_PAYLOAD_BYTES;

    private final FileLayer.File file;
    private final SegmentHeader header;
    private final int salt;
    private final ByteBuffer buffer;
    private final CRC32C crc = new CRC32C();
    private int position; // in the file, of the buffer's first byte
    private int index; // of the next record
    private int chain;

    /** Writes from {@code tail} on; {@code buffer} is shared by successive writers and must be empty. */
    SegmentWriter(FileLayer.File file, SegmentHeader header, ByteBuffer buffer, Recovery.Tail tail) {
        this.file = file;
        this.header = header;
        this.salt = header.salt();
        this.buffer = buffer;
        this.position = tail.offset();
        this.index = tail.index();
        this.chain = tail.chain();
    }

    long ordinal() {
        return header.ordinal();
    }

    /** Where the next frame goes. */
    int position() {
        return position + buffer.position();
    }

    int chain() {
        return chain;
    }

    boolean started() {
        return position() > SegmentHeader.BYTES;
    }

    /** Whether a record of that length still fits, with room kept for the end frame. */
    boolean fits(int length) {
        long used = started() ? position() : SegmentHeader.BYTES + Frame.BYTES + START_PAYLOAD_BYTES;
        return used + Frame.BYTES + length + Frame.BYTES <= header.segmentBytes();
    }

    void start(long firstSequence) throws IOException {
        var payload = ByteBuffer.allocate(START_PAYLOAD_BYTES);
        payload.putLong(firstSequence).putInt(chain).flip();
        put(Frame.Kind.START, payload, 1);
    }

    void record(ByteBuffer record, int lag) throws IOException {
        put(Frame.Kind.RECORD, record, lag);
        index++;
    }

    void end(int lag) throws IOException {
        put(Frame.Kind.END, NOTHING, lag);
    }

    /** Marks a clean end of the log; the next append overwrites the mark. */
    void seal() throws IOException {
        if (started()) {
            put(Frame.Kind.SEAL, NOTHING, 1);
        }
    }

    /** Everything put so far is durable when this returns. */
    void sync() throws IOException {
        flush();
        file.sync(false);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void put(Frame.Kind kind, ByteBuffer payload, int lag) throws IOException {
        int length = payload.remaining();
        if (buffer.remaining() < Frame.BYTES + length) {
            flush();
        }
        int start = buffer.position();
        Frame.put(buffer, kind, length, index, lag);
        int checksum;
        if (length <= buffer.remaining()) {
            int end = buffer.position() + length;
            buffer.put(buffer.position(), payload, payload.position(), length);
            checksum = Frame.checksum(crc, buffer, start + Frame.LENGTH_AT, end) ^ salt;
            buffer.clear().putInt(start, checksum).position(end);
        } else {
            checksum = putLarge(payload, start);
        }
        chain = Frame.chain(chain, checksum);
    }

    /** A payload longer than the whole buffer goes to the file from where it is. */
    private int putLarge(ByteBuffer payload, int start) throws IOException {
        int end = buffer.position();
        crc.reset();
        crc.update(buffer.limit(end).position(start + Frame.LENGTH_AT));
        crc.update(payload.duplicate());
        int checksum = (int) crc.getValue() ^ salt;
        buffer.clear().putInt(start, checksum).position(end);
        flush();
        file.write(payload.duplicate(), position);
        position += payload.remaining();
        return checksum;
    }

    private void flush() throws IOException {
        int count = buffer.position();
        if (count > 0) {
            file.write(buffer.flip(), position);
            position += count;
            buffer.clear();
        }
    }
}
