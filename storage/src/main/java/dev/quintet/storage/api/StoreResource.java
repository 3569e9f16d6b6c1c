package dev.quintet.storage.api;

import dev.quintet.shared.capability.Capability;
import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.deadline.DeadlineContext;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.storage.api.condition.Conditions;
import dev.quintet.storage.api.stream.BodyInput;
import dev.quintet.storage.domain.ObjectStore;
import dev.quintet.storage.domain.Stored;
import dev.quintet.storage.pipeline.traffic.Intake;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;

/** Objects up to the body cap in one request, their deletion and their pins. */
@Path("/o")
public class StoreResource {
    private final Intake intake;
    private final ObjectWrites writes;
    private final ObjectStore store;
    private final Capability capability;
    private final OwnerAudience audience;
    private final DeadlineContext deadlines;

    StoreResource(
            Intake intake,
            ObjectWrites writes,
            ObjectStore store,
            Capability capability,
            OwnerAudience audience,
            DeadlineContext deadlines) {
        this.intake = intake;
        this.writes = writes;
        this.store = store;
        this.capability = capability;
        this.audience = audience;
        this.deadlines = deadlines;
    }

    @PUT
    @Path("/{address}")
    @RequestBody(required = true, content = @Content(mediaType = "application/octet-stream"))
    @APIResponse(
            responseCode = "201",
            description = "stored",
            content = @Content(schema = @Schema(implementation = Answers.StoredObject.class)))
    @APIResponse(
            responseCode = "200",
            description = "it was there already",
            content = @Content(schema = @Schema(implementation = Answers.StoredObject.class)))
    @APIResponse(responseCode = "409", description = "DIGEST_MISMATCH")
    @APIResponse(responseCode = "429", description = "BUSY")
    @APIResponse(responseCode = "507", description = "NO_SPACE")
    @RequiresScope("storage:write")
    @NonBlocking
    public Uni<RestResponse<Answers.StoredObject>> put(@RestPath String address, @Context RoutingContext routing) {
        return store("put", Optional.of(Refusals.address(address)), routing);
    }

    @POST
    @RequestBody(required = true, content = @Content(mediaType = "application/octet-stream"))
    @APIResponse(
            responseCode = "201",
            description = "stored",
            content = @Content(schema = @Schema(implementation = Answers.StoredObject.class)))
    @APIResponse(
            responseCode = "200",
            description = "it was there already",
            content = @Content(schema = @Schema(implementation = Answers.StoredObject.class)))
    @RequiresScope("storage:write")
    @NonBlocking
    public Uni<RestResponse<Answers.StoredObject>> post(@Context RoutingContext routing) {
        return store("post", Optional.empty(), routing);
    }

    @DELETE
    @Path("/{address}")
    @APIResponse(responseCode = "204", description = "hidden at once; its space comes back by compaction")
    @APIResponse(responseCode = "409", description = "PINNED")
    @RequiresScope("storage:delete")
    @NonBlocking
    public Uni<RestResponse<Void>> delete(@RestPath String address) {
        var doomed = Refusals.address(address);
        return intake.write("delete", deadlines.deadline(), Refusals.spoken(() -> switch (store.delete(doomed)) {
            case DELETED -> RestResponse.<Void>noContent();
            case ABSENT -> throw Refusals.absent();
            case PINNED -> throw new ServiceException(StorageError.PINNED, "the object is pinned");
        }));
    }

    @PUT
    @Path("/{address}/pin")
    @APIResponse(responseCode = "204", description = "protected from deletion")
    @RequiresScope("storage:write")
    @NonBlocking
    public Uni<RestResponse<Void>> pin(@RestPath String address) {
        return pin(Refusals.address(address), true);
    }

    @DELETE
    @Path("/{address}/pin")
    @APIResponse(responseCode = "204", description = "no longer protected")
    @RequiresScope("storage:write")
    @NonBlocking
    public Uni<RestResponse<Void>> unpin(@RestPath String address) {
        return pin(Refusals.address(address), false);
    }

    private Uni<RestResponse<Void>> pin(ContentAddress address, boolean pinned) {
        return intake.write("pin", deadlines.deadline(), Refusals.spoken(() -> {
            if (!store.pin(address, pinned)) {
                throw Refusals.absent();
            }
            return RestResponse.<Void>noContent();
        }));
    }

    private Uni<RestResponse<Answers.StoredObject>> store(
            String endpoint, Optional<ContentAddress> expected, RoutingContext routing) {
        var headers = routing.request().headers();
        var deadline = deadlines.deadline();
        boolean tellOwner = audience.includes(capability, routing.request());
        var body = BodyInput.of(routing.request(), deadline);
        var write = new ObjectWrites.Write(
                body,
                headers.contains(HttpHeaders.CONTENT_ENCODING) ? headers.get(HttpHeaders.CONTENT_ENCODING) : "",
                capability.account().or(capability::tenant).orElse(""),
                expected,
                Conditions.of(headers));
        return body.arrived()
                .onItem()
                .transformToUni(_ -> intake.write(endpoint, deadline, Refusals.spoken(() -> writes.store(write))))
                .onTermination()
                .invoke(body::abandon)
                .map(stored -> answer(stored, tellOwner));
    }

    private static RestResponse<Answers.StoredObject> answer(Stored stored, boolean tellOwner) {
        String path = "/o/" + stored.object().address();
        var answer = RestResponse.ResponseBuilder.create(
                        stored.created() ? RestResponse.Status.CREATED : RestResponse.Status.OK,
                        Answers.StoredObject.of(stored.object()))
                .type("application/json")
                .header("Location", path)
                .header("ETag", "\"" + stored.object().address() + "\"");
        String owner = stored.object().owner();
        return (tellOwner && !owner.isEmpty() ? answer.header("Quintet-Owner", owner) : answer).build();
    }
}
