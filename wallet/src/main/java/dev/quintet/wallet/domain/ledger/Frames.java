package dev.quintet.wallet.domain.ledger;

import dev.quintet.shared.content.Blake3;
import dev.quintet.wallet.domain.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One log record: the number of its first entry, then the entries; all of them become durable together or none. */
public final class Frames {
    static final int HEAD_BYTES = Long.BYTES;

    private Frames() {}

    /** Views of the record's entries. */
    public static List<Entry> decode(byte[] frame) {
        if (frame.length < HEAD_BYTES) {
            throw new LedgerCorruption("a log record of " + frame.length + " bytes");
        }
        var entries = new ArrayList<Entry>();
        long seq = Bytes.getLong(frame, 0);
        for (int at = HEAD_BYTES; at < frame.length; ) {
            var entry = new Entry(frame, at, seq++);
            entries.add(entry);
            at += entry.length();
        }
        return entries;
    }

    /** The first entry of a record whose root does not follow from the one before it, or 0 when all do. */
    public static long firstUnchained(byte[] rootBefore, List<Entry> entries) {
        byte[] scratch = new byte[Entry.ROOT_BYTES];
        for (int i = 0; i < entries.size(); i++) {
            var entry = entries.get(i);
            if (!(i == 0 ? follows(rootBefore, entry) : entry.followsWhatLiesBefore(scratch))) {
                return entry.seq();
            }
        }
        return 0;
    }

    /** Whether the entry's root follows from the one before it. */
    public static boolean follows(byte[] previousRoot, Entry entry) {
        byte[] encoded = entry.encoded();
        byte[] chained = Arrays.copyOf(previousRoot, encoded.length);
        System.arraycopy(encoded, 0, chained, Entry.ROOT_BYTES, encoded.length - Entry.ROOT_BYTES);
        return Arrays.equals(Blake3.hash(chained), entry.root());
    }
}
