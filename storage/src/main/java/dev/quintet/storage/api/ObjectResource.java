package dev.quintet.storage.api;

import dev.quintet.shared.capability.AcceptsToken;
import dev.quintet.shared.capability.Capability;
import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.deadline.DeadlineContext;
import dev.quintet.storage.api.condition.Conditions;
import dev.quintet.storage.api.condition.WantedProof;
import dev.quintet.storage.pipeline.traffic.Intake;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.eclipse.microprofile.openapi.annotations.headers.Header;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestPath;

/** Objects as they are read: whole, in part, or only asked about. Answers are written to the connection directly. */
@Path("/o/{address}")
public class ObjectResource {
    private final Intake intake;
    private final ObjectReads reads;
    private final Capability capability;
    private final OwnerAudience audience;
    private final DeadlineContext deadlines;

    ObjectResource(
            Intake intake,
            ObjectReads reads,
            Capability capability,
            OwnerAudience audience,
            DeadlineContext deadlines) {
        this.intake = intake;
        this.reads = reads;
        this.capability = capability;
        this.audience = audience;
        this.deadlines = deadlines;
    }

    @GET
    @APIResponse(
            responseCode = "200",
            description = "the object",
            headers = @Header(name = "ETag"),
            content = @Content(mediaType = "application/octet-stream"))
    @APIResponse(
            responseCode = "206",
            description = "one range of it; with Want-Content-Proof: b3 also its proof",
            headers = {@Header(name = "Content-Range"), @Header(name = "Content-Proof")})
    @APIResponse(responseCode = "304", description = "If-None-Match names it")
    @APIResponse(responseCode = "404", description = "NOT_FOUND")
    @APIResponse(responseCode = "412", description = "PRECONDITION_FAILED: If-Match does not name it")
    @APIResponse(responseCode = "416", description = "RANGE_NOT_SATISFIABLE")
    @APIResponse(responseCode = "429", description = "BUSY")
    @APIResponse(responseCode = "502", description = "INTEGRITY: no good copy is left")
    @AcceptsToken
    @NonBlocking
    public Uni<Void> get(@RestPath String address, @Context RoutingContext routing) {
        var read = read(address, routing);
        return answer("get", () -> reads.get(read));
    }

    @HEAD
    @APIResponse(responseCode = "200", description = "the same headers as for GET")
    @APIResponse(responseCode = "404", description = "NOT_FOUND")
    @AcceptsToken
    @NonBlocking
    public Uni<Void> head(@RestPath String address, @Context RoutingContext routing) {
        var read = read(address, routing);
        return answer("head", () -> reads.head(read));
    }

    @GET
    @Path("/manifest")
    @APIResponse(
            responseCode = "200",
            content =
                    @Content(mediaType = "application/json", schema = @Schema(implementation = Answers.Manifest.class)))
    @APIResponse(responseCode = "404", description = "NOT_FOUND")
    @NonBlocking
    public Uni<Void> manifest(@RestPath String address, @Context RoutingContext routing) {
        var wanted = Refusals.address(address);
        return answer("manifest", () -> reads.manifest(routing, wanted));
    }

    private ObjectReads.Read read(String text, RoutingContext routing) {
        ContentAddress address = Refusals.address(text);
        var headers = routing.request().headers();
        return new ObjectReads.Read(
                routing,
                address,
                Conditions.of(headers),
                WantedProof.of(headers.getAll("Want-Content-Proof")),
                audience.includes(capability, routing.request()),
                System.nanoTime());
    }

    private Uni<Void> answer(String endpoint, Callable<CompletableFuture<Void>> work) {
        return intake.read(endpoint, deadlines.deadline(), Refusals.spoken(work))
                .onItem()
                .transformToUni(done -> Uni.createFrom().completionStage(done));
    }
}
