package dev.quintet.tools.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.RootKeyFile;
import dev.quintet.shared.content.ContentTree;
import dev.quintet.shared.testkit.GoldenDoc;
import dev.quintet.shared.testkit.ServiceProcess;
import dev.quintet.tools.verify.Verify;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The npm package tus-js-client, unmodified, uploads to a packaged storage; both are killed on the way, and both resume.
 * {@code -Dquintet.tus.mebibytes=100} for the size of the specification. Where node or npm's packages are not to be had the
 * test counts as skipped and says why.
 */
@Timeout(300)
class TusClientIT {
    private static final int SIZE = Integer.getInteger("quintet.tus.mebibytes", 12) << 20;
    private static final Path SCRIPTS = GoldenDoc.root().resolve("tools/src/test/tus");
    private static final Path INSTALLED = GoldenDoc.root().resolve("tools/target/tus");

    @TempDir
    Path folder;

    @Test
    void theStockClientResumesAfterBothSidesWereKilled() throws Exception {
        // Given
        install();
        byte[] content = new byte[SIZE];
        new Random(4).nextBytes(content);
        Path file = Files.write(folder.resolve("content.bin"), content);
        String object = "/o/" + ContentTree.of(content).address();
        String upload;
        try (var storage = ServiceProcess.of("storage").in(folder).start()) {
            var interrupted = run(task(storage, file, object) + ",\"dieAt\":" + SIZE / 2 + "}");
            assertThat(interrupted.exit()).as(interrupted.text()).isNotZero();
            upload = line(interrupted, "url (/uploads/\\S+)");
            storage.kill9();
        }

        try (var storage = ServiceProcess.of("storage").in(folder).start()) {
            // When
            var resumed = run(task(storage, file, object) + ",\"uploadUrl\":\"" + storage.url(upload) + "\"}");

            // Then
            assertThat(resumed.exit()).as(resumed.text()).isZero();
            assertThat(Integer.parseInt(line(resumed, "resumed at (\\d+)"))).isBetween(SIZE / 2, SIZE - 1);
            assertThat(line(resumed, "object (\\S+)")).isEqualTo(object);
            assertThat(get(storage, object)).isEqualTo(content);
            assertThat(Verify.run("slice", storage.url(object).toString(), "70000-3000000"))
                    .isZero();
        }
    }

    private record Run(int exit, String text) {}

    private String task(ServiceProcess storage, Path file, String object) {
        var token = Macaroon.mint(
                        RootKeyFile.read(folder.resolve("dev/root.key")).minting())
                .attenuate(Caveat.parse("scope in storage:write"))
                .serialize();
        return "{\"endpoint\":\"" + storage.url("/uploads") + "\",\"token\":\"" + token + "\",\"file\":\"" + file
                + "\",\"address\":\"" + object.substring("/o/".length()) + "\"";
    }

    private static Run run(String task) throws IOException, InterruptedException {
        return run(List.of("node", "upload.mjs", task), INSTALLED);
    }

    private static Run run(List<String> command, Path where) throws IOException, InterruptedException {
        Path output = Files.createTempFile("tus", ".log");
        try {
            var process = new ProcessBuilder(command)
                    .directory(where.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(120, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return new Run(-1, "still running after two minutes: " + Files.readString(output));
            }
            return new Run(process.exitValue(), Files.readString(output));
        } finally {
            Files.delete(output);
        }
    }

    private static String line(Run run, String pattern) {
        var match = Pattern.compile(pattern).matcher(run.text());
        assertThat(match.find()).as(run.text()).isTrue();
        return match.group(1);
    }

    private static void install() throws InterruptedException, IOException {
        Files.createDirectories(INSTALLED);
        for (String name : List.of("package.json", "package-lock.json", "upload.mjs")) {
            Files.copy(SCRIPTS.resolve(name), INSTALLED.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
        try {
            var npm = run(List.of("npm", "ci", "--prefer-offline", "--no-audit", "--no-fund"), INSTALLED);
            if (npm.exit() != 0) {
                abort("NOT TESTED: npm could not install tus-js-client: " + npm.text());
            }
        } catch (IOException e) {
            abort("NOT TESTED: node and npm are not installed, so the stock tus client was not run: " + e.getMessage());
        }
    }

    private static byte[] get(ServiceProcess storage, String path) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(storage.url(path)).build(), BodyHandlers.ofByteArray())
                    .body();
        }
    }
}
