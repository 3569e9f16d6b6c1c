package dev.quintet.wallet.api;

import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.shared.deadline.DeadlineContext;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.ledger.Posting;
import dev.quintet.wallet.pipeline.Intake;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** One operation per request: parse, submit, answer with the receipt. */
@Path("/v1")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class OperationsResource {
    private final Intake intake;
    private final Commands commands;
    private final Answers answers;
    private final DeadlineContext deadlines;

    OperationsResource(Intake intake, Commands commands, Answers answers, DeadlineContext deadlines) {
        this.intake = intake;
        this.commands = commands;
        this.answers = answers;
        this.deadlines = deadlines;
    }

    @POST
    @Path("/issue")
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Forms.Issue.class)))
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Receipt.class)))
    @RequiresScope("wallet:issue")
    @NonBlocking
    public Uni<RestResponse<Posting>> issue(@RestHeader("Idempotency-Key") @Nullable String key, byte[] body) {
        intake.requireWritable();
        return submit(commands.issue(OperationReader.operation(body), Operation.key(key)));
    }

    @POST
    @Path("/transfer")
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Forms.Transfer.class)))
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Receipt.class)))
    @RequiresScope("wallet:transfer")
    @NonBlocking
    public Uni<RestResponse<Posting>> transfer(@RestHeader("Idempotency-Key") @Nullable String key, byte[] body) {
        intake.requireWritable();
        return submit(commands.transfer(OperationReader.operation(body), Operation.key(key)));
    }

    @POST
    @Path("/burn")
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Forms.Burn.class)))
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Receipt.class)))
    @RequiresScope("wallet:burn")
    @NonBlocking
    public Uni<RestResponse<Posting>> burn(@RestHeader("Idempotency-Key") @Nullable String key, byte[] body) {
        intake.requireWritable();
        return submit(commands.burn(OperationReader.operation(body), Operation.key(key)));
    }

    @POST
    @Path("/hold")
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Forms.Hold.class)))
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Receipt.class)))
    @RequiresScope("wallet:hold")
    @NonBlocking
    public Uni<RestResponse<Posting>> hold(@RestHeader("Idempotency-Key") @Nullable String key, byte[] body) {
        intake.requireWritable();
        return submit(commands.hold(OperationReader.operation(body), Operation.key(key)));
    }

    @POST
    @Path("/holds/{holdId}/capture")
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Forms.Capture.class)))
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Receipt.class)))
    @RequiresScope("wallet:hold")
    @RunOnVirtualThread
    public RestResponse<Posting> capture(
            @RestPath String holdId, @RestHeader("Idempotency-Key") @Nullable String key, byte[] body) {
        intake.requireWritable();
        return await(submit(commands.capture(holdId, OperationReader.operation(body), Operation.key(key))));
    }

    @POST
    @Path("/holds/{holdId}/release")
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Forms.Release.class)))
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Receipt.class)))
    @RequiresScope("wallet:hold")
    @RunOnVirtualThread
    public RestResponse<Posting> release(
            @RestPath String holdId, @RestHeader("Idempotency-Key") @Nullable String key, byte[] body) {
        intake.requireWritable();
        return await(submit(commands.release(holdId, OperationReader.operation(body), Operation.key(key))));
    }

    private Uni<RestResponse<Posting>> submit(Command command) {
        return Answers.settled(intake.submit(
                        new Batch(List.of(command), false),
                        deadlines.deadline(),
                        command.op().wire()))
                .onItem()
                .transformToUni(results -> answers.receipt(results.getFirst()));
    }

    private <T> T await(Uni<T> answer) {
        return answer.await().atMost(deadlines.deadline().remaining());
    }
}
