package dev.quintet.tools.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.shared.testkit.ServiceProcess;
import dev.quintet.tools.verify.Verify;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged wallet under load over HTTP, killed with SIGKILL again and again. After each restart: every acknowledged
 * receipt is there byte for byte, a request without an answer happened wholly or not at all, and repeating it under its key
 * gives it one effect; in the end nonces, balances and supply are exactly those of the history.
 */
@Timeout(300)
class WalletKillIT {
    private static final int KILLS = Integer.getInteger("quintet.kills", 3);
    private static final int CALLERS = 4;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    @Test
    void nothingAcknowledgedIsLostAndNothingIsAppliedTwice() throws Exception {
        var callers = new ArrayList<KillCaller>();
        for (int i = 0; i < CALLERS; i++) {
            callers.add(new KillCaller("caller" + i));
        }
        var wallet = start();
        try {
            for (int kill = 0; kill < KILLS; kill++) {
                loadUntilKilled(wallet, callers, 300 + 200L * kill);
                wallet = start();
                for (KillCaller caller : callers) {
                    caller.settleAndCheck(wallet);
                }
            }
            checkSums(wallet, callers);
            assertThat(wallet.term()).isEqualTo(143);
        } finally {
            wallet.close();
        }
        // And once more from the log alone, with code that shares nothing with the wallet.
        assertThat(Verify.run("wallet", folder.resolve("wallet").toString())).isZero();
    }

    @Test
    void amnesiaLeavesNoFile() throws Exception {
        try (var wallet = ServiceProcess.of("wallet")
                .in(folder)
                .env("QUINTET_AMNESIA", "true")
                .env("QUINTET_CAPABILITY_ROOT_KEY", KillCaller.ROOT_KEY)
                .start()) {
            var caller = new KillCaller("forgetful");
            caller.work(wallet, () -> caller.acknowledged() < 50);
            assertThat(caller.acknowledged()).isGreaterThanOrEqualTo(50);
            assertThat(wallet.term()).isEqualTo(143);
        }
        try (var files = Files.walk(folder.resolve("wallet"))) {
            assertThat(files.filter(Files::isRegularFile)).isEmpty();
        }
    }

    private ServiceProcess start() {
        return ServiceProcess.of("wallet")
                .in(folder)
                .env("QUINTET_CAPABILITY_ROOT_KEY", KillCaller.ROOT_KEY)
                .start();
    }

    /** Runs all callers until together they have that many more receipts, then kills in the middle of their calls. */
    private static void loadUntilKilled(ServiceProcess wallet, List<KillCaller> callers, long more) {
        long enough = acknowledged(callers) + more;
        var running = callers.stream()
                .map(caller -> CompletableFuture.runAsync(
                        () -> caller.work(wallet, () -> true),
                        task -> Thread.ofVirtual().start(task)))
                .toList();
        while (acknowledged(callers) < enough) {
            wallet.get("/v1/supply?asset=ron"); // Pause enough between looks, and one more reader under load.
        }
        wallet.kill9();
        running.forEach(CompletableFuture::join);
    }

    private static long acknowledged(List<KillCaller> callers) {
        return callers.stream().mapToLong(KillCaller::acknowledged).sum();
    }

    private static void checkSums(ServiceProcess wallet, List<KillCaller> callers) throws IOException {
        long issued = 0;
        long paid = 0;
        for (KillCaller caller : callers) {
            JsonNode balance = caller.balance(wallet, caller.account());
            assertThat(balance.path("nonce").asLong()).isEqualTo(caller.transfers());
            assertThat(balance.path("total_minor").asText()).isEqualTo(Long.toString(caller.issued() - caller.paid()));
            issued += caller.issued();
            paid += caller.paid();
        }
        var any = callers.getFirst();
        assertThat(any.balance(wallet, KillCaller.SINK).path("total_minor").asText())
                .isEqualTo(Long.toString(paid));
        JsonNode supply = JSON.readTree(wallet.get("/v1/supply?asset=ron").body());
        assertThat(supply.path("circulating_minor").asText()).isEqualTo(Long.toString(issued));
    }
}
