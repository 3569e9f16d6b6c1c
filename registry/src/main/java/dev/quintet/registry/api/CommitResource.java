package dev.quintet.registry.api;

import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Event;
import dev.quintet.registry.domain.Outcome;
import dev.quintet.registry.domain.Registry;
import dev.quintet.registry.domain.Update;
import dev.quintet.registry.pipeline.Intake;
import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.shared.deadline.DeadlineContext;
import dev.quintet.shared.flow.HandlerThreads;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.concurrent.Executor;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;

/** The step that makes an approved proposal part of the log. */
@Path("/registry/commit")
@Produces({Bodies.JSON, Bodies.CBOR})
public class CommitResource {
    private final Intake intake;
    private final Registry registry;
    private final Questions questions;
    private final Caller caller;
    private final DeadlineContext deadlines;
    private final Executor readers = HandlerThreads.named("replay");

    CommitResource(Intake intake, Registry registry, Questions questions, Caller caller, DeadlineContext deadlines) {
        this.intake = intake;
        this.registry = registry;
        this.questions = questions;
        this.caller = caller;
        this.deadlines = deadlines;
    }

    /** 201 when this request committed it, 200 with the same answer when an earlier one did. */
    @POST
    @Path("/{id}")
    @APIResponse(responseCode = "201", content = @Content(schema = @Schema(implementation = Forms.Commit.class)))
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Commit.class)))
    @RequiresScope("registry:commit")
    @NonBlocking
    public Uni<RestResponse<Answer>> commit(@RestPath String id) {
        intake.requireWritable();
        return intake.commit(new Command.Commit(id, caller.origin()), deadlines.deadline())
                .onItem()
                .transformToUni(this::answer);
    }

    private Uni<RestResponse<Answer>> answer(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Accepted(Event.Committed commit) ->
                Uni.createFrom().item(answer(RestResponse.Status.CREATED, Update.of(commit)));
            // Reads the log, so not on the thread that brought the outcome.
            case Outcome.Replayed(long version) ->
                Uni.createFrom()
                        .item(() -> answer(RestResponse.Status.OK, questions.ask(() -> registry.update(version))))
                        .runSubscriptionOn(readers);
            case Outcome.Refused refused -> Uni.createFrom().failure(Refusals.answer(refused));
            case Outcome.Accepted _ -> throw new IllegalStateException("not an answer to a commit");
        };
    }

    private static RestResponse<Answer> answer(RestResponse.Status status, Update update) {
        return RestResponse.ResponseBuilder.create(status, Answer.of(Documents.commit(update)))
                .header("Location", "/registry/" + update.version())
                .build();
    }
}
