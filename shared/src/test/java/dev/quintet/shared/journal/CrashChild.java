package dev.quintet.shared.journal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;

/**
 * The process that {@link KillTest} kills: appends records without end, sixteen at a time, and writes the sequence and
 * tag of each acknowledged one to its standard output, in that order: first durable, then told.
 */
final class CrashChild {
    static final JournalSettings SETTINGS = new JournalSettings(32 << 10, 4096);

    /** Told before the journal is opened, in place of a sequence. */
    static final long OPENING = -1;

    /** Told when the journal is open. */
    static final long OPENED = -2;

    static final int MESSAGE_BYTES = 2 * Long.BYTES;

    private static final int PRODUCERS = 16;

    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    private final Journal journal;
    private final Random random;
    private final boolean tellingEarly;

    private CrashChild(Path directory, long seed, boolean tellingEarly) {
        tell(OPENING, 0);
        this.journal = Journal.start("child", SegmentedLog.open(directory, SETTINGS), PRODUCERS, CrashChild::die);
        this.random = new Random(seed);
        this.tellingEarly = tellingEarly;
        tell(OPENED, 0);
    }

    public static void main(String[] arguments) throws InterruptedException {
        var child = new CrashChild(Path.of(arguments[0]), Long.parseLong(arguments[1]), arguments[2].equals("early"));
        // Telling early needs to know the sequence before it is given: only possible with one record under way.
        int producers = child.tellingEarly ? 1 : PRODUCERS;
        for (int i = 0; i < producers; i++) {
            child.produce(child.random.nextLong());
        }
        Thread.currentThread().join();
    }

    /** A record whose whole content follows from its tag. */
    static byte[] record(long tag) {
        var random = new Random(tag);
        var record = new byte[Long.BYTES + (random.nextInt(20) == 0 ? random.nextInt(4000) : random.nextInt(200))];
        random.nextBytes(record);
        ByteBuffer.wrap(record).putLong(tag);
        return record;
    }

    private void produce(long tag) {
        if (tellingEarly) {
            tell(journal.log().durableSequence() + 1, tag);
        }
        journal.append(ByteBuffer.wrap(record(tag)), new Journal.Completion() {
            @Override
            public void durable(long sequence) {
                if (!tellingEarly) {
                    tell(sequence, tag);
                }
                produce(tag + 1 + random.nextInt(1000));
            }

            @Override
            public void failed(JournalException failure) {
                die(failure);
            }
        });
    }

    private void tell(long sequence, long tag) {
        try {
            out.write(ByteBuffer.allocate(MESSAGE_BYTES)
                    .putLong(sequence)
                    .putLong(tag)
                    .array());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void die(JournalException failure) {
        failure.printStackTrace();
        Runtime.getRuntime().halt(3);
    }
}
