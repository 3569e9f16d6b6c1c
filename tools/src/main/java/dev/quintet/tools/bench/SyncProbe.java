package dev.quintet.tools.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * What the disk can do right now: 4 KiB written and synced (fdatasync), one after the other, in a preallocated file. On a
 * shared machine this moves by an order of magnitude within an hour, so no durable figure means anything without it.
 */
final class SyncProbe {
    private static final int BLOCK = 4_096;
    private static final int BLOCKS = 4_096;
    private static final long DURATION_NANOS = TimeUnit.MILLISECONDS.toNanos(700);

    private final Path folder;

    SyncProbe(Path folder) {
        this.folder = folder;
    }

    /** Syncs per second. */
    double measure() throws IOException {
        Path file = Files.createTempFile(Files.createDirectories(folder), "sync-probe", ".bin");
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
            for (int i = 0; i < BLOCKS; i++) {
                channel.write(block.rewind(), (long) i * BLOCK);
            }
            channel.force(true);
            return run(channel, block);
        } finally {
            Files.delete(file);
        }
    }

    private static double run(FileChannel channel, ByteBuffer block) throws IOException {
        long start = System.nanoTime();
        long syncs = 0;
        long elapsed;
        do {
            channel.write(block.rewind(), (syncs % BLOCKS) * BLOCK);
            channel.force(false);
            syncs++;
            elapsed = System.nanoTime() - start;
        } while (elapsed < DURATION_NANOS);
        return syncs * 1e9 / elapsed;
    }
}
