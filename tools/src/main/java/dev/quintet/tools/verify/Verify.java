package dev.quintet.tools.verify;

import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

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
            } else if (what.equals("slice") && (arguments.length == 3 || arguments.length == 4)) {
                slice(arguments);
            } else {
                System.err.println("usage: verify wallet <data dir> | slice <object url> <first>-<last> [file]");
                return USAGE;
            }
            return 0;
        } catch (Exception e) {
            System.err.println(what + ": " + e.getMessage());
            return WRONG;
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
