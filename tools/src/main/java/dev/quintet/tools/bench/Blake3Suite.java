package dev.quintet.tools.bench;

import dev.quintet.shared.content.Blake3;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.bouncycastle.crypto.digests.Blake3Digest;

/** How fast one thread hashes: our kernels on the JVM and in a native binary, Java libraries, and {@code b3sum}. */
final class Blake3Suite implements Suite {
    static final String GROUP = "64 KiB, MB/s";
    static final String LARGE = "16 MiB, MB/s";

    private static final int FILE_MIB = 1024;
    private static final String PORTABLE = "-Dquintet.blake3=portable";

    private final Path binary;

    Blake3Suite(Path root) {
        binary = root.resolve("tools/target/blake3-bench");
    }

    @Override
    public String name() {
        return "blake3";
    }

    @Override
    public String question() {
        return "BLAKE3-256 on one thread, 10^6 bytes per second of processor time. `b3sum --num-threads 1` hashes a file of "
                + FILE_MIB + " MiB in memory; its user time counts, reading (system time) is left out in its favour.";
    }

    @Override
    public List<String> goals() {
        return List.of("at least 0.8 times b3sum on the JVM.");
    }

    @Override
    public List<Contestant> contestants(Consumer<String> say) throws Exception {
        var contestants = new ArrayList<Contestant>();
        contestants.add(new Contestant("JVM, " + Blake3.implementation(), () -> Blake3Bench.measure(Blake3::hash)));
        contestants.add(new Contestant("JVM, portable", () -> child(jvm(PORTABLE))));
        if (Files.isExecutable(binary)) {
            contestants.add(new Contestant("native binary", () -> child(List.of(binary.toString()))));
            contestants.add(
                    new Contestant("native binary, portable", () -> child(List.of(binary.toString(), PORTABLE))));
        } else {
            say.accept("the native binary is left out: tools/native-bench.sh did not build it");
        }
        if (Packages.ensure("b3sum", "b3sum", say)) {
            contestants.add(new Contestant("b3sum", Blake3Suite::b3sum));
        }
        contestants.add(new Contestant("Bouncy Castle", () -> Blake3Bench.measure(Blake3Suite::bouncyCastle)));
        contestants.add(new Contestant(
                "commons-codec", () -> Blake3Bench.measure(org.apache.commons.codec.digest.Blake3::hash)));
        return contestants;
    }

    private static List<String> jvm(String option) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        String classes = System.getProperty("java.class.path");
        return List.of(java.toString(), option, "-cp", classes, Blake3Bench.class.getName());
    }

    /** Runs {@link Blake3Bench} in a process of its own and reads its lines. */
    private static Map<String, Double> child(List<String> command) throws IOException, InterruptedException {
        var figures = new LinkedHashMap<String, Double>();
        for (String line : output(command).lines().toList()) {
            // Beside the figures there is a comment, and whatever the runtime has to complain about.
            if (!line.isEmpty() && Character.isDigit(line.charAt(0))) {
                int gap = line.indexOf(' ');
                figures.put(line.substring(gap + 1), Double.parseDouble(line.substring(0, gap)));
            }
        }
        return figures;
    }

    private static Map<String, Double> b3sum() throws IOException, InterruptedException {
        Path memory = Path.of("/dev/shm");
        Path file = Files.createTempFile(
                Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir")), "b3sum-", ".bin");
        try {
            byte[] mebibyte = new byte[1 << 20];
            new SplittableRandom(1).nextBytes(mebibyte);
            try (var out = Files.newOutputStream(file)) {
                for (int i = 0; i < FILE_MIB; i++) {
                    out.write(mebibyte);
                }
            }
            // The shell's own clock of child processes; Java has none for a process that has ended.
            String script = "TIMEFORMAT=%U; time b3sum --num-threads 1 \"$0\" \"$0\" \"$0\" \"$0\" > /dev/null";
            String seconds = output(List.of("bash", "-c", script, file.toString()));
            double rate = 4.0 * FILE_MIB * (1 << 20) / 1e6 / Double.parseDouble(seconds.trim());
            return Map.of(GROUP, rate, LARGE, rate);
        } finally {
            Files.delete(file);
        }
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command.getFirst() + " failed: " + text);
        }
        return text;
    }

    private static byte[] bouncyCastle(byte[] in) {
        var digest = new Blake3Digest();
        byte[] out = new byte[32];
        digest.update(in, 0, in.length);
        digest.doFinal(out, 0);
        return out;
    }
}
