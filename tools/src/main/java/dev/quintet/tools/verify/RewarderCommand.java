package dev.quintet.tools.verify;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;

/**
 * {@code verify rewarder <epoch | URL of an epoch | folder>}. An epoch is fetched from the services of a local run, a URL from that
 * rewarder; a folder holds run.json, inputs.ndjson, payouts.ndjson and policy.json and needs no service at all.
 */
final class RewarderCommand {
    private RewarderCommand() {}

    /** One line of summary; throws with the first contradiction. */
    static String run(String subject) throws IOException, InterruptedException, SQLException {
        if (Files.isDirectory(Path.of(subject))) {
            return summary(RewarderVerifier.verify(RunFiles.in(Path.of(subject))));
        }
        int base = Integer.parseInt(System.getenv().getOrDefault("QUINTET_PORT_BASE", "8080"));
        String epoch = subject.replaceAll("/$", "").replaceAll(".*/", "");
        URI rewarder = subject.contains("://") ? URI.create(subject) : local(base + 4);
        var sources = new RunFiles.Sources(
                rewarder, local(base + 2), local(base + 1), System.getenv().getOrDefault("QUINTET_TOKEN", ""));
        Path folder = Files.createTempDirectory("quintet-verify-");
        try {
            return summary(RewarderVerifier.verify(RunFiles.fetch(sources, epoch, folder)));
        } finally {
            try (var paths = Files.walk(folder)) {
                for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static String summary(RewarderVerifier.Report report) {
        return "rewarder: epoch %s holds, %d payees get %s, commitment %s"
                .formatted(report.epoch(), report.payees(), report.payout(), report.commitment());
    }

    private static URI local(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }
}
