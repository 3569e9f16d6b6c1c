package dev.quintet.storage.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.storage.domain.Maintenance;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** What an operator sees and asks for. */
@Path("/admin")
@Produces(MediaType.APPLICATION_JSON)
public class AdminResource {
    private final Maintenance maintenance;
    private final ObjectMapper json;

    AdminResource(Maintenance maintenance, ObjectMapper json) {
        this.maintenance = maintenance;
        this.json = json;
    }

    /** What to repair; everything that lacks pieces when no address is given. */
    @RegisterForReflection
    public record RepairRequest(@Nullable String address) {}

    @GET
    @Path("/volumes")
    @RequiresScope("storage:admin")
    @RunOnVirtualThread
    public Answers.Volumes volumes() {
        return new Answers.Volumes(maintenance.volumes().stream()
                .map(volume -> new Answers.Volume(
                        volume.name(),
                        volume.state().name().toLowerCase(Locale.ROOT),
                        volume.pieces(),
                        volume.packs(),
                        volume.liveBytes(),
                        volume.deadBytes(),
                        volume.freeBytes()))
                .toList());
    }

    @POST
    @Path("/repair")
    @RequestBody(content = @Content(schema = @Schema(implementation = RepairRequest.class)))
    @APIResponse(responseCode = "202", description = "planned")
    @APIResponse(responseCode = "429", description = "BUSY")
    @RequiresScope("storage:admin")
    @RunOnVirtualThread
    public RestResponse<Void> repair(byte[] body) {
        if (!maintenance.requestRepair(address(body))) {
            throw new ServiceException(CommonError.BUSY, "the repair queue is full");
        }
        return RestResponse.accepted();
    }

    @GET
    @Path("/repair")
    @RequiresScope("storage:admin")
    @RunOnVirtualThread
    public Answers.Progress progress() {
        var now = maintenance.progress();
        return new Answers.Progress(
                now.objects(),
                now.target(),
                now.missing(),
                now.queued(),
                now.repairedBytes(),
                now.scrubbed(),
                now.damaged());
    }

    @POST
    @Path("/scrub")
    @APIResponse(responseCode = "202", description = "started from the beginning")
    @RequiresScope("storage:admin")
    @RunOnVirtualThread
    public RestResponse<Void> scrub() {
        maintenance.requestScrub();
        return RestResponse.accepted();
    }

    private Optional<ContentAddress> address(byte[] body) {
        if (body.length == 0) {
            return Optional.empty();
        }
        try {
            var request = json.readValue(body, RepairRequest.class);
            return Optional.ofNullable(request)
                    .flatMap(known -> Optional.ofNullable(known.address()))
                    .map(Refusals::address);
        } catch (IOException e) {
            throw Refusals.malformed("the body is {\"address\": …} or nothing");
        }
    }
}
