package dev.quintet.tools.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.registry.domain.Checkpoint;
import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Machine;
import dev.quintet.registry.domain.Origin;
import dev.quintet.registry.domain.Outcome;
import dev.quintet.registry.domain.payload.Approval;
import dev.quintet.registry.domain.payload.Payload;
import dev.quintet.registry.domain.payload.PayloadReader;
import dev.quintet.registry.store.AttestationKey;
import dev.quintet.registry.store.Backoff;
import dev.quintet.registry.store.EmbeddedRegistry;
import dev.quintet.registry.store.Outside;
import dev.quintet.registry.store.StoreMoments;
import dev.quintet.registry.store.WriteGroup;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.journal.JournalSettings;
import dev.quintet.shared.journal.SegmentedLog;
import dev.quintet.tools.governance.RegistryClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The verifier accepts what the service wrote, and nothing that differs from it in any byte of consequence. */
@Timeout(120)
class RegistryVerifierTest {
    private static final JournalSettings SETTINGS = new JournalSettings(1 << 17, 1 << 15);
    /** Every so many bytes; 1 takes a minute and flips them all. */
    private static final int STEP = Integer.getInteger("quintet.tamper.step", 11);

    private static final Instant EXPIRES = Instant.parse("2099-01-01T00:00:00Z");

    @TempDir
    Path data;

    private final List<byte[]> records = new ArrayList<>();

    @BeforeEach
    void write() throws IOException {
        var key = AttestationKey.open(data);
        var registry = EmbeddedRegistry.open(data, SETTINGS, new BoundedChannel<>("writes", 4), outside());
        registry.genesis(payload("signers", "root", signers(key, "alpha", "beta", "gamma")));
        for (int i = 0; i < 3; i++) {
            commit(
                    registry,
                    "p" + i,
                    payload("service", "svc" + i, "{\"n\":" + i + ",\"t\":\"\u00e4\"}"),
                    "alpha",
                    "beta");
        }
        commit(registry, "rotate", payload("signers", "root", signers(key, "beta", "gamma")), "alpha", "gamma");
        commit(registry, "last", payload("service", "svc0", "{}"), "beta", "gamma");
        byte[] root = registry.state().tree().root(6);
        write(
                registry,
                new Command.Keep(new Checkpoint(
                        6,
                        Base64.getEncoder().encodeToString(root),
                        registry.state().view().head().hash(),
                        Instant.EPOCH,
                        key.checkpoint("test/log", 6, root))));
        registry.close(Optional.empty());
        try (var log = SegmentedLog.open(data.resolve("log"), SETTINGS);
                var reader = log.read(1)) {
            while (reader.next()) {
                byte[] record = new byte[reader.record().remaining()];
                reader.record().get(record);
                records.add(record);
            }
        }
    }

    @Test
    void acceptsWhatTheServiceWrote() {
        var report = RegistryVerifier.verify(data, _ -> {});

        assertThat(report.version()).isEqualTo(6);
        assertThat(report.signatures()).isEqualTo(10);
        assertThat(report.checkpoints()).isEqualTo(1);
        assertThat(report.unjudged()).isZero();
    }

    @Test
    void findsEveryFlippedByteOfCommitsApprovalsAndCheckpoints() {
        int flips = 0;
        for (int r = 0; r < records.size(); r++) {
            byte[] record = records.get(r);
            if (record[0] == 'P') {
                continue; // What nobody signed yet is guarded by the journal's checksums, see below.
            }
            int from = record[0] == 'C' ? 2 + record[1] : record[0] == 'K' ? at(record, "\"hash\"") : 1;
            for (int i = from + r % STEP; i < record.length; i += STEP) {
                byte[] changed = record.clone();
                changed[i] ^= 1;
                var tampered = new ArrayList<>(records);
                tampered.set(r, changed);
                int where = i;
                assertThat(fails(tampered))
                        .as("record %d, byte %d of %s", r, where, new String(record, StandardCharsets.UTF_8))
                        .isTrue();
                flips++;
            }
        }
        assertThat(flips).isGreaterThan(5_000 / STEP);
    }

    @Test
    void findsRecordsThatWereLeftOutRepeatedOrExchanged() {
        for (int r = 0; r < records.size() - 1; r++) {
            if (records.get(r)[0] == 'C') {
                var without = new ArrayList<>(records);
                without.remove(r);
                var twice = new ArrayList<>(records);
                twice.add(r, records.get(r));
                assertThat(fails(without)).isTrue();
                assertThat(fails(twice)).isTrue();
            }
        }
    }

    @Test
    void findsFlippedBytesInTheFiles() throws IOException {
        Path file = data.resolve("log/0000000000000001.log");
        byte[] good = Files.readAllBytes(file);
        int used = good.length;
        while (good[used - 1] == 0) {
            used--;
        }
        var random = new Random(1);
        for (int i = 0; i < 60; i++) {
            byte[] bad = good.clone();
            bad[random.nextInt(used)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, bad);
            assertThatThrownBy(() -> RegistryVerifier.verify(data, _ -> {})).isInstanceOf(RuntimeException.class);
            Files.write(file, good);
        }
        assertThat(RegistryVerifier.verify(data, _ -> {}).version()).isEqualTo(6);
    }

    private static boolean fails(List<byte[]> records) {
        var verifier = new RegistryVerifier(_ -> {});
        try {
            records.forEach(verifier::record);
            return false;
        } catch (RuntimeException e) {
            return true;
        }
    }

    private static int at(byte[] record, String member) {
        return new String(record, StandardCharsets.UTF_8).indexOf(member);
    }

    private static void commit(EmbeddedRegistry registry, String id, Payload payload, String... names) {
        write(registry, new Command.Propose(id, payload, EXPIRES, Origin.SELF));
        String input = Approval.signingInput(id, payload.address(), EXPIRES);
        for (String name : names) {
            var approval = new Approval(
                    "org:" + name + "#key1", publicKey(name), RegistryClient.sign(seed(name), input), Instant.EPOCH);
            write(registry, new Command.Approve(id, approval, Origin.SELF));
        }
        assertThat(write(registry, new Command.Commit(id, new Origin("t", "corr"))))
                .isInstanceOf(Outcome.Accepted.class);
    }

    private static Outcome write(EmbeddedRegistry registry, Command command) {
        var group = WriteGroup.of(List.of(command));
        registry.write(List.of(group), _ -> {});
        return group.answer().join().getFirst();
    }

    private static Payload payload(String kind, String id, String body) throws IOException {
        String json = "{\"put\":[{\"kind\":\"" + kind + "\",\"id\":\"" + id + "\",\"body\":" + body + "}]}";
        return PayloadReader.read(new ObjectMapper().readTree(json), 1 << 16);
    }

    private static String signers(AttestationKey key, String... names) {
        var keys = new ArrayList<String>();
        for (String name : names) {
            keys.add("{\"signer_id\":\"org:" + name + "#key1\",\"public_key\":\"" + publicKey(name)
                    + "\",\"org\":\"o\"}");
        }
        return "{\"m\":2,\"keys\":[" + String.join(",", keys)
                + "],\"attestation\":{\"name\":\"test/log\",\"public_key\":\"" + key.publicKey() + "\"}}";
    }

    private static byte[] seed(String name) {
        return Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), Ed25519.SECRET_KEY_SIZE);
    }

    private static String publicKey(String name) {
        byte[] key = new byte[Ed25519.PUBLIC_KEY_SIZE];
        Ed25519.generatePublicKey(seed(name), 0, key, 0);
        return Base64.getEncoder().encodeToString(key);
    }

    private static Outside outside() {
        var backoff = new Backoff(1, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(1));
        return new Outside(
                InstantSource.system(), () -> new Machine.Limits(100, 1 << 20), () -> backoff, new StoreMoments() {
                    @Override
                    public void casFailed() {}

                    @Override
                    public void backedOff(String op) {}

                    @Override
                    public void recovered() {}
                });
    }
}
