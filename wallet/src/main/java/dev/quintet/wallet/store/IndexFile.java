package dev.quintet.wallet.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A full {@link IndexBlock} on disk in 10 bytes per entry: where the entries lie, then the upper halves of their names in
 * order, each with its ordinal. It repeats what the log says, so a missing or short one is made again.
 *
 * <pre>
 * magic (8)   number (8)   runs (4)   [first ordinal (4), upper half of the place (4)] per run
 * 65,536 lower halves of places (4)   65,536 pairs of upper half of the name (4) and ordinal (2)
 * </pre>
 */
final class IndexFile {
    private static final int HEAD_BYTES = 20;
    private static final int RUN_BYTES = 8;
    private static final int PAIR_BYTES = 6;
    private static final int PLACES_BYTES = IndexBlock.ENTRIES * Integer.BYTES;
    private static final int BODY_BYTES = PLACES_BYTES + IndexBlock.ENTRIES * PAIR_BYTES;
    private static final long MAGIC = 0x5157494E44455832L; // "QWINDEX2"

    /** Names are evenly spread, so a name is this close to where it would be if they were perfectly so. */
    private static final int WINDOW = 1024;

    private final Path path;
    private final int[] runs; // first ordinal and upper half, in turn

    private IndexFile(Path path, int[] runs) {
        this.path = path;
        this.runs = runs;
    }

    static Optional<IndexFile> open(Path directory, long number) throws IOException {
        var path = path(directory, number);
        if (!Files.exists(path) || Files.size(path) < HEAD_BYTES) {
            return Optional.empty();
        }
        try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
            var head = read(channel, 0, HEAD_BYTES);
            int count = head.getInt(2 * Long.BYTES);
            boolean sound = head.getLong(0) == MAGIC
                    && head.getLong(Long.BYTES) == number
                    && count > 0
                    && count <= IndexBlock.ENTRIES
                    && channel.size() == HEAD_BYTES + (long) count * RUN_BYTES + BODY_BYTES;
            if (!sound) {
                return Optional.empty();
            }
            int[] runs = new int[2 * count];
            read(channel, HEAD_BYTES, count * RUN_BYTES).asIntBuffer().get(runs);
            return Optional.of(new IndexFile(path, runs));
        }
    }

    static IndexFile write(Path directory, IndexBlock block) throws IOException {
        long[] places = block.places();
        int[] runs = runs(places);
        var buffer = ByteBuffer.allocate(HEAD_BYTES + runs.length * Integer.BYTES + BODY_BYTES);
        buffer.putLong(MAGIC).putLong(block.number()).putInt(runs.length / 2);
        for (int word : runs) {
            buffer.putInt(word);
        }
        for (long place : places) {
            buffer.putInt((int) place);
        }
        for (long pair : block.sorted()) {
            buffer.putInt((int) (pair >>> 16)).putShort((short) pair);
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
        return new IndexFile(path, runs);
    }

    long place(int ordinal) throws IOException {
        try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
            int low = read(channel, bodyAt() + (long) ordinal * Integer.BYTES, Integer.BYTES)
                    .getInt(0);
            return (long) upper(ordinal) << 32 | Integer.toUnsignedLong(low);
        }
    }

    /** The ordinals whose name may start like that: none, one, or by rare chance more. */
    int[] find(long name) throws IOException {
        int upper = (int) (name >>> 32);
        int guess = (int) Math.unsignedMultiplyHigh(name, IndexBlock.ENTRIES);
        int first = Math.clamp(guess - WINDOW / 2L, 0, IndexBlock.ENTRIES - WINDOW);
        try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
            var pairs = pairs(channel, first, WINDOW);
            boolean before = first > 0 && Integer.compareUnsigned(pairs.getInt(0), upper) >= 0;
            boolean after = first + WINDOW < IndexBlock.ENTRIES
                    && Integer.compareUnsigned(pairs.getInt((WINDOW - 1) * PAIR_BYTES), upper) <= 0;
            return before || after ? matches(pairs(channel, 0, IndexBlock.ENTRIES), upper) : matches(pairs, upper);
        }
    }

    /** The log rarely goes on to its next segment, so the upper halves of the places are told once per run. */
    private static int[] runs(long[] places) {
        var runs = IntStream.builder();
        for (int ordinal = 0; ordinal < places.length; ordinal++) {
            int upper = (int) (places[ordinal] >>> 32);
            if (ordinal == 0 || upper != (int) (places[ordinal - 1] >>> 32)) {
                runs.add(ordinal).add(upper);
            }
        }
        return runs.build().toArray();
    }

    private int upper(int ordinal) {
        int run = runs.length - 2;
        while (runs[run] > ordinal) {
            run -= 2;
        }
        return runs[run + 1];
    }

    private static int[] matches(ByteBuffer pairs, int upper) {
        var found = IntStream.builder();
        for (int at = 0; at < pairs.limit(); at += PAIR_BYTES) {
            if (pairs.getInt(at) == upper) {
                found.add(Short.toUnsignedInt(pairs.getShort(at + Integer.BYTES)));
            }
        }
        return found.build().toArray();
    }

    private ByteBuffer pairs(FileChannel channel, int first, int count) throws IOException {
        return read(channel, bodyAt() + PLACES_BYTES + (long) first * PAIR_BYTES, count * PAIR_BYTES);
    }

    private long bodyAt() {
        return HEAD_BYTES + (long) runs.length * Integer.BYTES;
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
