package dev.quintet.rewarder.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.quintet.rewarder.domain.policy.Policy;
import dev.quintet.rewarder.domain.policy.PolicyReader;
import dev.quintet.rewarder.domain.run.PayoutFile;
import dev.quintet.rewarder.domain.run.PayoutLine;
import dev.quintet.rewarder.domain.run.Run;
import dev.quintet.rewarder.pipeline.Intake;
import dev.quintet.rewarder.pipeline.PayoutFiles;
import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jspecify.annotations.Nullable;

/** Who gets how much and why, with proofs. */
@Path("/rewarder/epochs/{epoch}/payouts")
@Produces(MediaType.APPLICATION_JSON)
public class PayoutsResource {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LIMIT = 50;
    private static final int LIMIT_MAX = 200;

    private final Intake intake;
    private final PayoutFiles files;

    PayoutsResource(Intake intake, PayoutFiles files) {
        this.intake = intake;
        this.files = files;
    }

    /** In order of accounts; {@code next} is the {@code after} of the following page, absent on the last. */
    @GET
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Payouts.class)))
    @RequiresScope("rewarder:inspect")
    @RunOnVirtualThread
    public byte[] payouts(@RestPath String epoch, @RestQuery @Nullable String after, @RestQuery Optional<Integer> limit)
            throws IOException {
        int count = limit.orElse(LIMIT);
        if (count < 1 || count > LIMIT_MAX) {
            throw AskReader.malformed("limit must be 1 to " + LIMIT_MAX);
        }
        var run = computed(epoch);
        var file = files.of(run);
        var policy = policy(run);
        var lines = file.page(after == null ? "" : after, count + 1);
        var json = Documents.object();
        var list = json.putArray("payouts");
        for (PayoutLine line : lines.subList(0, Math.min(count, lines.size()))) {
            list.add(payout(run, policy, file, line));
        }
        if (lines.size() > count) {
            json.put("next", lines.get(count - 1).account());
        }
        return EpochResource.bytes(json);
    }

    @GET
    @Path("/{account:.+}")
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Payout.class)))
    @RequiresScope("rewarder:inspect")
    @RunOnVirtualThread
    public byte[] payout(@RestPath String epoch, @RestPath String account) throws IOException {
        var run = computed(epoch);
        var file = files.of(run);
        var line = file.find(account)
                .orElseThrow(() -> new ServiceException(CommonError.NOT_FOUND, "no such payee in this epoch"));
        return EpochResource.bytes(payout(run, policy(run), file, line));
    }

    private ObjectNode payout(Run run, Policy policy, PayoutFile file, PayoutLine line) throws IOException {
        return Documents.payout(line, policy, run.result().orElseThrow(), files.fate(run, line), file.proof(line));
    }

    private Run computed(String epoch) {
        return intake.find(epoch)
                .filter(run -> run.result().isPresent())
                .orElseThrow(() -> new ServiceException(CommonError.NOT_FOUND, "the epoch has no payouts"));
    }

    private static Policy policy(Run run) {
        try {
            return PolicyReader.read(JSON.readTree(run.order().policyBody()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the policy of a run cannot be read", e);
        }
    }
}
