package dev.quintet.tools.bench;

import dev.quintet.shared.content.Blake3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * The rate of a BLAKE3 on one thread, per second of processor time, so that neighbours on the machine distort little.
 * Needs nothing but the hash: it is also compiled alone into a native binary (see ADR-0009) and run as a child process.
 */
public final class Blake3Bench {
    private static final long WARM_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
    private static final long TIMED_NANOS = TimeUnit.MILLISECONDS.toNanos(800);

    /** The first number is the time that the current thread has spent on a processor, in nanoseconds. */
    private static final Path THREAD_TIME = Path.of("/proc/thread-self/schedstat");

    private Blake3Bench() {}

    /** Prints the implementation, then one figure per line: its rate and, after a space, its name. */
    public static void main(String[] arguments) throws IOException {
        System.out.println("# " + Blake3.implementation());
        measure(Blake3::hash).forEach((name, rate) -> System.out.println(rate + " " + name));
    }

    /** Rates of {@code hash} in MB/s (10<sup>6</sup> bytes), warmed up, by size. */
    public static Map<String, Double> measure(UnaryOperator<byte[]> hash) throws IOException {
        var figures = new LinkedHashMap<String, Double>();
        figures.put(Blake3Suite.GROUP, rate(hash, 64 << 10));
        figures.put(Blake3Suite.LARGE, rate(hash, 16 << 20));
        return figures;
    }

    private static double rate(UnaryOperator<byte[]> hash, int length) throws IOException {
        byte[] in = new byte[length];
        new SplittableRandom(length).nextBytes(in);
        hashFor(hash, in, WARM_NANOS);
        long start = threadNanos();
        long hashed = hashFor(hash, in, TIMED_NANOS);
        return hashed * 1e3 / (threadNanos() - start);
    }

    private static long hashFor(UnaryOperator<byte[]> hash, byte[] in, long nanos) {
        long start = System.nanoTime();
        long bytes = 0;
        do {
            // The result feeds the next input, so that no compiler can leave the work out.
            in[0] ^= hash.apply(in)[0];
            bytes += in.length;
        } while (System.nanoTime() - start < nanos);
        return bytes;
    }

    private static long threadNanos() throws IOException {
        if (!Files.isReadable(THREAD_TIME)) {
            return System.nanoTime();
        }
        String text = Files.readString(THREAD_TIME);
        return Long.parseLong(text, 0, text.indexOf(' '), 10);
    }
}
