package dev.quintet.rewarder.pipeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.rewarder.client.StorageClient;
import dev.quintet.rewarder.client.UpstreamException;
import dev.quintet.rewarder.config.RewarderConfig;
import dev.quintet.rewarder.domain.calculus.Calculus;
import dev.quintet.rewarder.domain.calculus.Conservation;
import dev.quintet.rewarder.domain.calculus.Lanes;
import dev.quintet.rewarder.domain.policy.Funding;
import dev.quintet.rewarder.domain.policy.Policy;
import dev.quintet.rewarder.domain.policy.PolicyReader;
import dev.quintet.rewarder.domain.run.Order;
import dev.quintet.rewarder.domain.run.Quarantine;
import dev.quintet.rewarder.domain.run.QuarantineException;
import dev.quintet.rewarder.domain.tree.SumTree;
import dev.quintet.rewarder.domain.usage.SnapshotException;
import dev.quintet.rewarder.domain.usage.Usage;
import dev.quintet.rewarder.domain.usage.UsageReader;
import dev.quintet.rewarder.store.Store;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.content.IntegrityException;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.http.decode.DecodeGuard;
import dev.quintet.shared.http.decode.DecodingInputStream;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;

/** Gets the sealed usage, checks it, and computes: every refusal is a quarantine with a witness or a failure with a code. */
@ApplicationScoped
class SealedCalculation implements Calculation {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ZSTD = 0xFD2FB528; // the frame's magic number, little-endian

    private final Store store;
    private final StorageClient storage;
    private final HotConfig<RewarderConfig> config;
    private final Lanes lanes;

    SealedCalculation(Store store, StorageClient storage, HotConfig<RewarderConfig> config) {
        this.store = store;
        this.storage = storage;
        this.config = config;
        this.lanes = new Lanes(config.current().compute().lanes(), HandlerThreads.named("lane"));
    }

    @Override
    public Computation compute(ComputeJob job) throws QuarantineException, RunFailure, InterruptedException {
        var policy = policy(job.order());
        var usage = usage(job.order());
        inTime(job);
        if (!usage.header().epoch().equals(job.order().epoch())) {
            throw new QuarantineException(
                    new Quarantine(Quarantine.Reason.EPOCH, "the snapshot is for another epoch", 1, ""));
        }
        var payouts = Calculus.run(usage, policy, lanes);
        Conservation.check(usage, policy, payouts);
        if (policy.funding() instanceof Funding.Transfer(String from)) {
            int self = usage.find(from.getBytes(StandardCharsets.US_ASCII));
            if (self >= 0 && !payouts.amounts().isZero(self)) {
                throw new QuarantineException(
                        Quarantine.Reason.SELF_PAYMENT, "the account that pays is among the paid", from);
            }
        }
        inTime(job);
        var tree = SumTree.build(usage, payouts.amounts(), lanes);
        if (!tree.root().sum().equals(payouts.payout())) {
            throw new QuarantineException(Quarantine.Reason.CONSERVATION, "the tree's total is not the payouts'", "");
        }
        return new Computation(usage, payouts, tree);
    }

    private static void inTime(ComputeJob job) throws RunFailure {
        if (job.deadline().expired()) {
            throw new RunFailure("TIMEOUT", "the computation took longer than it may");
        }
    }

    private static Policy policy(Order order) throws RunFailure {
        try {
            return PolicyReader.read(JSON.readTree(order.policyBody()));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new RunFailure("POLICY_INVALID", String.valueOf(e.getMessage()));
        }
    }

    private Usage usage(Order order) throws QuarantineException, RunFailure, InterruptedException {
        var limits = config.current().snapshot();
        try (var sealed = open(order)) {
            try {
                return UsageReader.read(decoded(sealed), limits.payeesMax());
            } catch (SnapshotException e) {
                verify(sealed);
                throw new QuarantineException(
                        new Quarantine(Quarantine.Reason.SCHEMA, e.problem(), e.line(), e.account()));
            } catch (ServiceException e) {
                verify(sealed);
                throw new QuarantineException(Quarantine.Reason.BOMB, e.detail(), "");
            }
        } catch (IntegrityException e) {
            throw new RunFailure("INPUTS_CORRUPT", "the bytes are not those of the address");
        } catch (IOException | UpstreamException e) {
            throw new RunFailure("UPSTREAM_UNAVAILABLE", "the inputs cannot be read now: " + e.getMessage());
        }
    }

    /** The rest decides whether the snapshot is bad or only what arrived of it. */
    private static void verify(InputStream sealed) throws IOException {
        sealed.transferTo(OutputStream.nullOutputStream());
    }

    private InputStream open(Order order) throws RunFailure, IOException, InterruptedException {
        var sealed = store.artifacts().sealed(order.inputs());
        if (sealed.isPresent()) {
            var blob = sealed.get();
            return new ByteArrayInputStream(blob.read(0, Math.toIntExact(blob.size())));
        }
        return storage.get(order.inputs())
                .orElseThrow(() -> new RunFailure("INPUTS_NOT_FOUND", "storage has no such object"));
    }

    private InputStream decoded(InputStream in) throws IOException {
        var peeking = new PushbackInputStream(in, Integer.BYTES);
        byte[] start = peeking.readNBytes(Integer.BYTES);
        peeking.unread(start);
        int magic = 0;
        for (int i = start.length - 1; i >= 0; i--) {
            magic = (magic << 8) | (start[i] & 0xFF);
        }
        if (magic != ZSTD) {
            return peeking;
        }
        var limits = config.current().snapshot();
        var guard = DecodeGuard.open(
                "zstd", true, new DecodeGuard.Limits(limits.decodedMax().asLongValue(), limits.ratioMax()));
        return new DecodingInputStream(peeking, guard);
    }
}
