package dev.quintet.tools.verify;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;

/** {@code verify <what> <where>}: exit 0 and a summary when it holds, exit 1 and the first contradiction when not. */
public final class Verify {
    private static final int WRONG = 1;
    private static final int USAGE = 64; // EX_USAGE of sysexits.h

    private Verify() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    /** The exit status; for {@code main} and for tests of packaged services. */
    public static int run(String... arguments) {
        String what = arguments.length == 0 ? "" : arguments[0];
        try {
            if (what.equals("wallet") && arguments.length == 2 && Files.isDirectory(Path.of(arguments[1]))) {
                wallet(Path.of(arguments[1]));
            } else if (what.equals("registry") && arguments.length == 2) {
                registry(arguments[1]);
            } else if (what.equals("slice") && (arguments.length == 3 || arguments.length == 4)) {
                slice(arguments);
            } else if (what.equals("rewarder") && arguments.length == 2) {
                System.out.println(RewarderCommand.run(arguments[1]));
            } else {
                System.err.println("usage: verify wallet <data dir> | registry <data dir or URL>"
                        + " | rewarder <epoch, URL or folder> | slice <object url> <first>-<last> [file]");
                return USAGE;
            }
            return 0;
        } catch (Exception e) {
            System.err.println(what + ": " + e.getMessage());
            return WRONG;
        }
    }

    private static void registry(String where) throws IOException, InterruptedException {
        LongConsumer progress = count -> System.err.printf("registry: %d verified%n", count);
        if (!where.matches("https?://.*") && !Files.isDirectory(Path.of(where))) {
            throw new IOException(where + " is not a folder");
        }
        var report = where.matches("https?://.*")
                ? new RegistryMirror(where).verify(progress)
                : RegistryVerifier.verify(Path.of(where), progress);
        System.out.printf(
                "registry: versions %d to %d hold, %d signatures, %d checkpoints%n  head %s%n  root %s%n",
                report.first(),
                report.version(),
                report.signatures(),
                report.checkpoints(),
                report.hash(),
                report.root());
        if (report.unjudged() > 0) {
            System.out.printf(
                    "  %d commits come before the oldest signer set that is kept: their quorum is not judged%n",
                    report.unjudged());
        }
    }

    private static void wallet(Path folder) {
        var report = WalletVerifier.verify(folder);
        System.out.printf("wallet: %d entries hold, root %s%n", report.entries(), report.root());
        report.circulating().forEach((asset, amount) -> System.out.printf("  %s circulating %s%n", asset, amount));
    }

    private static void slice(String[] arguments) throws Exception {
        var slice = SliceVerifier.fetch(URI.create(arguments[1]), arguments[2]);
        if (arguments.length == 4) {
            try (var file =
                    FileChannel.open(Path.of(arguments[3]), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                file.write(slice.bytes().duplicate());
            }
        }
        System.out.printf("slice: bytes %d-%d of %s are proven%n", slice.first(), slice.last(), slice.address());
    }
}
