package dev.quintet.wallet.api;

import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.deadline.DeadlineContext;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.wallet.config.WalletConfig;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.Ledger.Result;
import dev.quintet.wallet.domain.Outcome;
import dev.quintet.wallet.domain.Outcome.Refused;
import dev.quintet.wallet.domain.ledger.Posting;
import dev.quintet.wallet.domain.ledger.Receipt;
import dev.quintet.wallet.pipeline.Intake;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.jboss.resteasy.reactive.RestHeader;
import org.jspecify.annotations.Nullable;

/** Many operations in one request, each with its own key; answered in order. */
@Path("/v1/batch")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class BatchResource {
    private final Intake intake;
    private final Commands commands;
    private final Answers answers;
    private final DeadlineContext deadlines;
    private final HotConfig<WalletConfig> config;

    BatchResource(
            Intake intake,
            Commands commands,
            Answers answers,
            DeadlineContext deadlines,
            HotConfig<WalletConfig> config) {
        this.intake = intake;
        this.commands = commands;
        this.answers = answers;
        this.deadlines = deadlines;
        this.config = config;
    }

    /** Refused whole when any operation is malformed; an atomic one also when any is refused. */
    @POST
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Forms.Batch.class)))
    @RequiresScope({"wallet:issue", "wallet:transfer", "wallet:burn", "wallet:hold"})
    @RunOnVirtualThread
    public byte[] batch(@RestHeader("Idempotency-Key") @Nullable String key, byte[] body) {
        intake.requireWritable();
        Operation.key(key);
        var request = OperationReader.batch(body, config.current().batchMax());
        var batch = new Batch(commands(request.operations()), request.atomic());
        var results = Answers.settled(intake.submit(batch, deadlines.deadline(), "batch"))
                .await()
                .atMost(deadlines.deadline().remaining());
        if (request.atomic()) {
            requireAll(batch, results);
        }
        return json(request.atomic(), results);
    }

    private List<Command> commands(List<Operation> operations) {
        var list = new ArrayList<Command>(operations.size());
        for (int i = 0; i < operations.size(); i++) {
            try {
                list.add(commands.batched(operations.get(i)));
            } catch (ServiceException e) {
                throw at(i, e);
            }
        }
        return list;
    }

    private static void requireAll(Batch batch, List<Result> results) {
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i).outcome() instanceof Refused refused) {
                throw at(i, Refusals.answer(refused));
            }
        }
    }

    private static ServiceException at(int index, ServiceException e) {
        var details = new LinkedHashMap<>(e.details());
        details.put("index", index);
        return new ServiceException(e.code(), "operation " + index + ": " + e.getMessage(), details, e.retryAfter());
    }

    private byte[] json(boolean atomic, List<Result> results) {
        var out = new ByteArrayOutputStream(results.size() * 512);
        write(out, "{\"atomic\":" + atomic + ",\"results\":[");
        for (int i = 0; i < results.size(); i++) {
            if (i > 0) {
                out.write(',');
            }
            write(out, results.get(i));
        }
        write(out, "]}");
        return out.toByteArray();
    }

    private void write(ByteArrayOutputStream out, Result result) {
        switch (result.outcome()) {
            case Outcome.Committed _ -> receipt(out, false, result.posting().orElseThrow());
            case Outcome.Replayed(long seq) -> receipt(out, true, answers.posting(seq));
            case Refused refused -> error(out, Refusals.answer(refused), refused.expected());
            case Outcome.Abandoned _ -> throw new IllegalStateException("an abandoned batch is answered whole");
        }
    }

    private static void receipt(ByteArrayOutputStream out, boolean replay, Posting posting) {
        write(out, "{\"status\":200,\"replay\":" + replay + ",\"receipt\":");
        out.writeBytes(Receipt.bytes(posting));
        write(out, "}");
    }

    // Details and codes are ours and plain ASCII: nothing to escape.
    private static void error(ByteArrayOutputStream out, ServiceException e, long expected) {
        write(
                out,
                "{\"status\":" + e.code().status() + ",\"error\":{\"code\":\""
                        + e.code().name() + "\",\"detail\":\""
                        + e.getMessage() + "\",\"retryable\":" + e.code().retryable() + ",\"details\":{"
                        + (expected == 0 ? "" : "\"expected\":" + expected) + "}}}");
    }

    private static void write(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
