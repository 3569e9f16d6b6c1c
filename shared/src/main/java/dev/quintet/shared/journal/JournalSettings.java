package dev.quintet.shared.journal;

/**
 * The bounds of one journal.
 *
 * @param segmentBytes the length of every new segment file; existing ones keep theirs
 * @param recordBytesMax the longest record accepted; longer ones are refused with {@code TOO_LARGE}
 */
public record JournalSettings(int segmentBytes, int recordBytesMax) {

    /** Small enough that the first start zero-fills it in the blink of an eye; large enough that rotation is rare. */
    private static final int SEGMENT_BYTES = 32 << 20;

    /** The largest decoded request body of the system. */
    private static final int RECORD_BYTES_MAX = 8 << 20;

    /** Segment offsets are ints with headroom. */
    private static final int SEGMENT_BYTES_MAX = 1 << 30;

    public JournalSettings {
        long room = (long) segmentBytes - SegmentHeader.BYTES - SegmentWriter.CONTROL_BYTES;
        if (segmentBytes > SEGMENT_BYTES_MAX || recordBytesMax < 1 || recordBytesMax > room - Frame.BYTES) {
            throw new IllegalArgumentException("a record of %d bytes must fit a segment of %d, at most %d"
                    .formatted(recordBytesMax, segmentBytes, SEGMENT_BYTES_MAX));
        }
    }

    public static JournalSettings defaults() {
        return new JournalSettings(SEGMENT_BYTES, RECORD_BYTES_MAX);
    }
}
