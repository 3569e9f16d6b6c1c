package dev.quintet.wallet.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A full {@link IndexBlock} on disk: 65,536 places in order, then as many (name, ordinal) pairs in order of name. It
 * repeats what the log says, so a missing or short one is made again.
 */
final class IndexFile {
    private static final int HEAD_BYTES = 16;
    private static final int PAIR_BYTES = 12;
    private static final int PLACES_BYTES = IndexBlock.ENTRIES * Long.BYTES;
    private static final int BYTES = HEAD_BYTES + PLACES_BYTES + IndexBlock.ENTRIES * PAIR_BYTES;
    private static final long MAGIC = 0x5157494E44455831L; // "QWINDEX1"

    /** Names are evenly spread, so a name is this close to where it would be if they were perfectly so. */
    private static final int WINDOW = 1024;

    private final Path path;

    private IndexFile(Path path) {
        this.path = path;
    }

    static Optional<IndexFile> open(Path directory, long number) throws IOException {
        var path = path(directory, number);
        return Files.exists(path) && Files.size(path) == BYTES ? Optional.of(new IndexFile(path)) : Optional.empty();
    }

    static IndexFile write(Path directory, IndexBlock block) throws IOException {
        var buffer = ByteBuffer.allocate(BYTES);
        buffer.putLong(MAGIC).putLong(block.number());
        for (long place : block.places()) {
            buffer.putLong(place);
        }
        for (int ordinal : block.sorted()) {
            buffer.putLong(block.name(ordinal)).putInt(ordinal);
        }
        var path = path(directory, block.number());
        var temporary = path.resolveSibling(path.getFileName() + ".tmp");
        try (var channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            buffer.flip();
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
        Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
        return new IndexFile(path);
    }

    long place(int ordinal) throws IOException {
        try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return read(channel, HEAD_BYTES + (long) ordinal * Long.BYTES, Long.BYTES)
                    .getLong(0);
        }
    }

    /** The ordinals whose name starts like that: none, one, or by rarest chance more. */
    int[] find(long name) throws IOException {
        int guess = (int) Math.unsignedMultiplyHigh(name, IndexBlock.ENTRIES);
        int first = Math.clamp(guess - WINDOW / 2L, 0, IndexBlock.ENTRIES - WINDOW);
        try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
            var pairs = pairs(channel, first, WINDOW);
            boolean before = first > 0 && Long.compareUnsigned(pairs.getLong(0), name) >= 0;
            boolean after = first + WINDOW < IndexBlock.ENTRIES
                    && Long.compareUnsigned(pairs.getLong((WINDOW - 1) * PAIR_BYTES), name) <= 0;
            return before || after ? matches(pairs(channel, 0, IndexBlock.ENTRIES), name) : matches(pairs, name);
        }
    }

    private static int[] matches(ByteBuffer pairs, long name) {
        var found = java.util.stream.IntStream.builder();
        for (int at = 0; at < pairs.limit(); at += PAIR_BYTES) {
            if (pairs.getLong(at) == name) {
                found.add(pairs.getInt(at + Long.BYTES));
            }
        }
        return found.build().toArray();
    }

    private static ByteBuffer pairs(FileChannel channel, int first, int count) throws IOException {
        return read(channel, HEAD_BYTES + PLACES_BYTES + (long) first * PAIR_BYTES, count * PAIR_BYTES);
    }

    private static ByteBuffer read(FileChannel channel, long position, int count) throws IOException {
        var buffer = ByteBuffer.allocate(count);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new IOException("the index ends early");
            }
        }
        return buffer.flip();
    }

    private static Path path(Path directory, long number) {
        return directory.resolve("%016d.idx".formatted(number));
    }
}
