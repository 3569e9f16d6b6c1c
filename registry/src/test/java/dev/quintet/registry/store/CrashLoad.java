package dev.quintet.registry.store;

import dev.quintet.registry.Payloads;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;

/** A process that commits until it is killed, and says on its output what it has acknowledged. */
final class CrashLoad {
    private CrashLoad() {}

    /** Arguments: directory, seed. */
    public static void main(String[] arguments) {
        var drive = new Drive(Path.of(arguments[0]));
        var random = new Random(Long.parseLong(arguments[1]));
        var out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
        while (true) {
            var head = drive.commit(Payloads.put("svc" + random.nextInt(20), random.nextInt(1_000)))
                    .artifact()
                    .head();
            out.println(head.version() + " " + head.hash());
            if (random.nextInt(40) == 0) {
                drive.registry.snapshot();
            }
        }
    }
}
