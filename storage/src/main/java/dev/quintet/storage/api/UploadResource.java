package dev.quintet.storage.api;

import dev.quintet.shared.capability.Capability;
import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.deadline.DeadlineContext;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.http.decode.DecodeGuard;
import dev.quintet.storage.api.stream.BodyInput;
import dev.quintet.storage.api.tus.Tus;
import dev.quintet.storage.api.tus.UploadChecksum;
import dev.quintet.storage.api.tus.UploadMetadata;
import dev.quintet.storage.config.StorageConfig;
import dev.quintet.storage.domain.Upload;
import dev.quintet.storage.domain.UploadStore;
import dev.quintet.storage.pipeline.traffic.Intake;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import java.time.InstantSource;
import java.util.OptionalLong;
import org.eclipse.microprofile.openapi.annotations.headers.Header;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

/** Objects of any size in pieces, by the tus 1.0 protocol. */
@Path("/uploads")
public class UploadResource {
    private final Intake intake;
    private final UploadStore uploads;
    private final UploadPieces pieces;
    private final Capability capability;
    private final DeadlineContext deadlines;
    private final HotConfig<StorageConfig> config;
    private final InstantSource clock = InstantSource.system();

    UploadResource(
            Intake intake,
            UploadStore uploads,
            UploadPieces pieces,
            Capability capability,
            DeadlineContext deadlines,
            HotConfig<StorageConfig> config) {
        this.intake = intake;
        this.uploads = uploads;
        this.pieces = pieces;
        this.capability = capability;
        this.deadlines = deadlines;
        this.config = config;
    }

    @OPTIONS
    @APIResponse(responseCode = "204", description = "what this server can do")
    @NonBlocking
    public RestResponse<Void> options() {
        return ResponseBuilder.<Void>create(204)
                .header(Tus.RESUMABLE, Tus.VERSION)
                .header("Tus-Version", Tus.VERSION)
                .header("Tus-Extension", Tus.EXTENSIONS)
                .header("Tus-Checksum-Algorithm", UploadChecksum.ALGORITHMS)
                .header("Tus-Max-Size", config.current().uploads().sizeMax().asLongValue())
                .build();
    }

    @POST
    @APIResponse(
            responseCode = "201",
            description = "created",
            headers = {@Header(name = "Location"), @Header(name = Tus.UPLOAD_EXPIRES)})
    @APIResponse(responseCode = "412", description = "TUS_VERSION")
    @APIResponse(responseCode = "413", description = "BODY_CAP: longer than Tus-Max-Size")
    @RequiresScope("storage:write")
    @NonBlocking
    public Uni<RestResponse<Void>> create(@Context RoutingContext routing) {
        var headers = speaksTus(routing);
        var length = bounded(Tus.announcedLength(headers));
        var metadata = UploadMetadata.parse(headers.get(Tus.UPLOAD_METADATA));
        var expected = metadata.address();
        String owner = caller();
        var expires = clock.instant().plus(config.current().uploads().ttl());
        return intake.write(
                        "upload_create",
                        deadlines.deadline(),
                        Refusals.spoken(() ->
                                pieces.settled(uploads.create(owner, length, metadata.text(), expected, expires))))
                .map(upload -> progress(ResponseBuilder.<Void>create(201), upload)
                        .header("Location", "/uploads/" + upload.id())
                        .build());
    }

    @HEAD
    @Path("/{id}")
    @APIResponse(responseCode = "200", description = "how far the upload is")
    @RequiresScope("storage:write")
    @NonBlocking
    public Uni<RestResponse<Void>> head(@RestPath String id, @Context RoutingContext routing) {
        speaksTus(routing);
        String caller = caller();
        return intake.read("upload_head", deadlines.deadline(), Refusals.spoken(() -> pieces.find(id, caller)))
                .map(upload -> {
                    var answer =
                            progress(ResponseBuilder.<Void>create(200), upload).header("Cache-Control", "no-store");
                    if (upload.length().isPresent()) {
                        answer.header(Tus.UPLOAD_LENGTH, upload.length().getAsLong());
                    } else {
                        answer.header(Tus.UPLOAD_DEFER_LENGTH, 1);
                    }
                    if (!upload.metadata().isEmpty()) {
                        answer.header(Tus.UPLOAD_METADATA, upload.metadata());
                    }
                    return answer.build();
                });
    }

    @PATCH
    @Path("/{id}")
    @RequestBody(required = true, content = @Content(mediaType = Tus.PIECE_TYPE))
    @APIResponse(
            responseCode = "204",
            description = "taken; after the last piece Content-Location names the object",
            headers = {@Header(name = Tus.UPLOAD_OFFSET), @Header(name = "Content-Location")})
    @APIResponse(responseCode = "409", description = "OFFSET_MISMATCH, or DIGEST_MISMATCH after the last piece")
    @APIResponse(responseCode = "423", description = "UPLOAD_LOCKED")
    @APIResponse(responseCode = "460", description = "CHECKSUM_MISMATCH")
    @RequiresScope("storage:write")
    @NonBlocking
    public Uni<RestResponse<Void>> patch(@RestPath String id, @Context RoutingContext routing) {
        var headers = speaksTus(routing);
        boolean encoded = DecodeGuard.needed(headers.get(HttpHeaders.CONTENT_ENCODING));
        if (encoded || !Tus.PIECE_TYPE.equalsIgnoreCase(headers.get(HttpHeaders.CONTENT_TYPE))) {
            throw new ServiceException(CommonError.UNSUPPORTED_MEDIA, "a piece is plain " + Tus.PIECE_TYPE);
        }
        long offset = Tus.number(Tus.UPLOAD_OFFSET, headers.get(Tus.UPLOAD_OFFSET));
        String announced = headers.get(Tus.UPLOAD_LENGTH);
        var length = announced == null
                ? OptionalLong.empty()
                : bounded(OptionalLong.of(Tus.number(Tus.UPLOAD_LENGTH, announced)));
        var checksum = UploadChecksum.parse(headers.get(Tus.UPLOAD_CHECKSUM));
        String caller = caller();
        var deadline = deadlines.deadline();
        var body = BodyInput.of(routing.request(), deadline);
        var piece = new UploadPieces.Piece(body, offset, length, checksum, expectedBytes(headers));
        return body.arrived()
                .onItem()
                .transformToUni(_ ->
                        intake.write("upload_patch", deadline, Refusals.spoken(() -> pieces.append(id, caller, piece))))
                .onTermination()
                .invoke(body::abandon)
                .map(upload ->
                        progress(ResponseBuilder.<Void>create(204), upload).build());
    }

    @DELETE
    @Path("/{id}")
    @APIResponse(responseCode = "204", description = "ended; its space comes back")
    @RequiresScope("storage:write")
    @NonBlocking
    public Uni<RestResponse<Void>> end(@RestPath String id, @Context RoutingContext routing) {
        speaksTus(routing);
        String caller = caller();
        return intake.write("upload_end", deadlines.deadline(), Refusals.spoken(() -> {
            if (!pieces.end(id, caller)) {
                throw new ServiceException(CommonError.NOT_FOUND, "no such upload");
            }
            return RestResponse.<Void>noContent();
        }));
    }

    /** Every answer names the version, errors too; a request that does not speak it is refused with ours. */
    private static MultiMap speaksTus(RoutingContext routing) {
        var headers = routing.request().headers();
        routing.response().putHeader(Tus.RESUMABLE, Tus.VERSION);
        if (!Tus.VERSION.equals(headers.get(Tus.RESUMABLE))) {
            routing.response().putHeader("Tus-Version", Tus.VERSION);
            throw new ServiceException(StorageError.TUS_VERSION, "send " + Tus.RESUMABLE + ": " + Tus.VERSION);
        }
        return headers;
    }

    private OptionalLong bounded(OptionalLong length) {
        long max = config.current().uploads().sizeMax().asLongValue();
        if (length.isPresent() && length.getAsLong() > max) {
            throw new ServiceException(CommonError.BODY_CAP, "an upload is at most " + max + " bytes");
        }
        return length;
    }

    private String caller() {
        return capability.account().or(capability::tenant).orElse("");
    }

    /** How large a buffer is worth while; what the header says is only a hint, and the guard judges it. */
    private static int expectedBytes(MultiMap headers) {
        String length = headers.get(HttpHeaders.CONTENT_LENGTH);
        return length == null || length.length() > 9 ? UploadStore.PIECE_BYTES_MAX : Integer.parseInt(length);
    }

    private static ResponseBuilder<Void> progress(ResponseBuilder<Void> answer, Upload upload) {
        answer.header(Tus.UPLOAD_OFFSET, upload.offset()).header(Tus.UPLOAD_EXPIRES, Tus.date(upload.expires()));
        upload.result().ifPresent(address -> answer.header("Content-Location", "/o/" + address));
        return answer;
    }
}
