package dev.quintet.tools.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.rewarder.domain.calculus.Calculus;
import dev.quintet.rewarder.domain.calculus.Lanes;
import dev.quintet.rewarder.domain.policy.PolicyReader;
import dev.quintet.rewarder.domain.run.Manifest;
import dev.quintet.rewarder.domain.run.Names;
import dev.quintet.rewarder.domain.run.PayoutWriter;
import dev.quintet.rewarder.domain.run.PolicyRef;
import dev.quintet.rewarder.domain.tree.SumTree;
import dev.quintet.rewarder.domain.usage.UsageReader;
import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.CanonicalJson;
import dev.quintet.shared.content.ContentAddress;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that the rewarder's own code computed, verified by SQL; and one that somebody changed. */
class RewarderVerifierTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String WEIGHTS =
            "{\"weights\":{\"bytes_stored\":700000,\"bytes_served\":200000,\"uptime_seconds\":90000,\"requests\":10000},";
    private static final String FUNDING = "\"funding\":{\"mode\":\"issue\"}}";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"rounding\":\"largest_remainder\",",
                "\"rounding\":\"floor\",",
                "\"rounding\":\"largest_remainder\",\"max_payout_minor\":\"2000\",",
                "\"rounding\":\"largest_remainder\",\"min_payout_minor\":\"900\",\"pool_cap_minor\":\"700001\",",
                "\"rounding\":\"floor\",\"min_payout_minor\":\"500\",\"max_payout_minor\":\"1500\","
            })
    void anHonestRunHoldsAndAChangedPayoutIsNamed(String rules) throws Exception {
        write(WEIGHTS + rules + FUNDING);
        var files = RunFiles.in(folder);

        var report = RewarderVerifier.verify(files);

        assertThat(report.payees()).isEqualTo(777);
        String honest = Files.readString(files.payouts());
        String changed = honest.replaceFirst("(\"account\":\"acc_0042\",\"amount_minor\":\")[0-9]+", "$199999");
        Files.writeString(files.payouts(), changed);
        Files.writeString(
                files.manifest(), resealed(Files.readString(files.manifest()), RunFiles.address(files.payouts())));
        assertThatThrownBy(() -> RewarderVerifier.verify(files)).hasMessageContaining("payee acc_0042 differs");
    }

    private void write(String policyBody) throws Exception {
        var random = new Random(7);
        var text = new StringBuilder(
                "{\"schema\":\"quintet.usage.v1\",\"epoch\":\"e\",\"pool_minor\":\"1000003\",\"asset\":\"ron\"}\n");
        for (int i = 0; i < 777; i++) {
            text.append("{\"account\":\"acc_%04d\",\"bytes_stored\":%d,\"bytes_served\":%d,\"uptime_seconds\":%d,"
                            .formatted(i, random.nextInt(1 << 30), random.nextInt(1 << 20), random.nextInt(3600)))
                    .append("\"requests\":")
                    .append(random.nextInt(50))
                    .append("}\n");
        }
        byte[] inputs = text.toString().getBytes(StandardCharsets.UTF_8);
        var files = RunFiles.in(folder);
        Files.write(files.inputs(), inputs);
        Files.writeString(files.policy(), policyBody);
        var usage = UsageReader.read(new ByteArrayInputStream(inputs), 1_000);
        var body = JSON.readTree(policyBody);
        var payouts = Calculus.run(usage, PolicyReader.read(body), Lanes.single());
        PayoutWriter.Written written;
        try (var out = Files.newOutputStream(files.payouts())) {
            written = PayoutWriter.write(usage, payouts, out);
        }
        var address = ContentAddress.of(Blake3.hash(inputs), 0);
        var policy = new PolicyRef("fair", 2, ContentAddress.of(Blake3.hash(CanonicalJson.bytes(body)), 0));
        var subject = new Manifest.Subject(
                "e",
                Names.runKey("e", policy.hash(), address),
                address,
                policy,
                usage.header().asset());
        var totals = new Manifest.Totals(payouts.pool(), payouts.payout(), payouts.residual());
        var root = SumTree.build(usage, payouts.amounts(), Lanes.single()).root();
        Files.write(files.manifest(), new Manifest(subject, totals, usage.size(), root, written.address()).bytes());
    }

    /** The manifest a liar would publish: everything it says fits together, but the payouts are not those of the policy. */
    private static String resealed(String manifest, String payouts) throws Exception {
        var json = (com.fasterxml.jackson.databind.node.ObjectNode) JSON.readTree(manifest);
        json.put("payouts", payouts).remove("commitment");
        byte[] sealed = ("quintet:rewarder:commitment:v1\n"
                        + new String(CanonicalJson.bytes(json), StandardCharsets.UTF_8))
                .getBytes(StandardCharsets.UTF_8);
        json.put("commitment", ContentAddress.of(Blake3.hash(sealed), 0).toString());
        return new String(CanonicalJson.bytes(json), StandardCharsets.UTF_8);
    }
}
