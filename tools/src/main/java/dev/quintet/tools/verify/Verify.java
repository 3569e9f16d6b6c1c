package dev.quintet.tools.verify;

import java.nio.file.Files;
import java.nio.file.Path;

/** {@code verify wallet <data dir>}: exit 0 and a summary when the log holds, exit 1 and the first contradiction when not. */
public final class Verify {
    private static final int WRONG = 1;
    private static final int USAGE = 64; // EX_USAGE of sysexits.h

    private Verify() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    private static int run(String[] arguments) {
        if (arguments.length != 2 || !arguments[0].equals("wallet") || !Files.isDirectory(Path.of(arguments[1]))) {
            System.err.println("usage: verify wallet <data dir>");
            return USAGE;
        }
        try {
            var report = WalletVerifier.verify(Path.of(arguments[1]));
            System.out.printf("wallet: %d entries hold, root %s%n", report.entries(), report.root());
            report.circulating().forEach((asset, amount) -> System.out.printf("  %s circulating %s%n", asset, amount));
            return 0;
        } catch (RuntimeException e) {
            System.err.println("wallet: " + e.getMessage());
            return WRONG;
        }
    }
}
