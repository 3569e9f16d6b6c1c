package dev.quintet.rewarder.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.quintet.rewarder.domain.run.Quarantine;
import dev.quintet.rewarder.domain.run.Run;
import dev.quintet.rewarder.domain.run.Stage;
import dev.quintet.rewarder.domain.usage.UsageReader;
import dev.quintet.rewarder.pipeline.Intake;
import dev.quintet.rewarder.pipeline.PayoutFiles;
import dev.quintet.rewarder.pipeline.RewarderError;
import dev.quintet.rewarder.pipeline.RunRequest.Mode;
import dev.quintet.rewarder.pipeline.RunRequest.Reply;
import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.deadline.DeadlineContext;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.http.AcceptsZstd;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jspecify.annotations.Nullable;

/** Asking for runs, watching them, and letting settlements go on. */
@Path("/rewarder/epochs")
@Produces(MediaType.APPLICATION_JSON)
public class EpochResource {
    private static final Pattern WAIT = Pattern.compile("(?:^|[,;\\s])wait=(\\d{1,3})(?:$|[,;\\s])");
    private static final int LIMIT = 100;
    private static final int LIMIT_MAX = 1_000;
    /** Left over after waiting, so that the answer gets out before the deadline. */
    private static final Duration MARGIN = Duration.ofMillis(200);

    private final Intake intake;
    private final PayoutFiles files;
    private final AskReader asks;
    private final DeadlineContext deadlines;

    EpochResource(Intake intake, PayoutFiles files, AskReader asks, DeadlineContext deadlines) {
        this.intake = intake;
        this.files = files;
        this.asks = asks;
        this.deadlines = deadlines;
    }

    /** 202 when queued, 200 with the manifest when the run exists or was finished while waiting. */
    @POST
    @Path("/{epoch}/compute")
    @Consumes(MediaType.APPLICATION_JSON)
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Forms.Compute.class)))
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Manifest.class)))
    @APIResponse(responseCode = "202", content = @Content(schema = @Schema(implementation = Forms.Run.class)))
    @RequiresScope("rewarder:run")
    @AcceptsZstd
    @RunOnVirtualThread
    public RestResponse<byte[]> compute(
            @RestPath String epoch, @RestHeader("Prefer") @Nullable String prefer, byte[] body) {
        return ask(epoch, prefer, body, false);
    }

    /** A new run with corrected inputs in place of a quarantined one. */
    @POST
    @Path("/{epoch}/release")
    @Consumes(MediaType.APPLICATION_JSON)
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Forms.Compute.class)))
    @APIResponse(responseCode = "202", content = @Content(schema = @Schema(implementation = Forms.Run.class)))
    @RequiresScope("rewarder:admin")
    @AcceptsZstd
    @RunOnVirtualThread
    public RestResponse<byte[]> release(
            @RestPath String epoch, @RestHeader("Prefer") @Nullable String prefer, byte[] body) {
        return ask(epoch, prefer, body, true);
    }

    /** Lets the settlement go on now, with another chance for payments that the wallet refused. */
    @POST
    @Path("/{epoch}/settle")
    @APIResponse(responseCode = "202", content = @Content(schema = @Schema(implementation = Forms.Run.class)))
    @RequiresScope("rewarder:run")
    @RunOnVirtualThread
    public RestResponse<byte[]> settle(@RestPath String epoch) throws InterruptedException {
        var run = known(epoch);
        switch (run.stage()) {
            case Stage.Computed(Stage.Result _, boolean done) -> {
                intake.settle(run);
                return status(done ? 200 : 202, run);
            }
            case Stage.Quarantined(Quarantine cause) -> throw quarantined(cause);
            case Stage.Queued _, Stage.Computing _, Stage.Failed _ ->
                throw new ServiceException(RewarderError.CONFLICT, "the epoch has no manifest to settle");
        }
    }

    @GET
    @Path("/{epoch}")
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Run.class)))
    @RequiresScope("rewarder:inspect")
    @RunOnVirtualThread
    public RestResponse<byte[]> epoch(@RestPath String epoch) {
        return status(200, known(epoch));
    }

    /** The canonical manifest, the same bytes forever. */
    @GET
    @Path("/{epoch}/run.json")
    @APIResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = Forms.Manifest.class)))
    @RequiresScope("rewarder:inspect")
    @RunOnVirtualThread
    public byte[] manifest(@RestPath String epoch) throws IOException {
        var run = known(epoch);
        if (run.result().isEmpty()) {
            throw new ServiceException(CommonError.NOT_FOUND, "the epoch has no manifest");
        }
        return files.manifest(run);
    }

    /** In order of their names; {@code next} is the {@code after} of the following page, absent on the last. */
    @GET
    @RequiresScope("rewarder:inspect")
    @RunOnVirtualThread
    public byte[] epochs(@RestQuery @Nullable String after, @RestQuery Optional<Integer> limit) {
        int count = limit.orElse(LIMIT);
        if (count < 1 || count > LIMIT_MAX) {
            throw AskReader.malformed("limit must be 1 to " + LIMIT_MAX);
        }
        var runs = intake.page(after == null ? "" : after, count + 1);
        var json = Documents.object();
        var list = json.putArray("epochs");
        runs.stream().limit(count).map(Documents::run).forEach(list::add);
        if (runs.size() > count) {
            json.put("next", runs.get(count - 1).epoch());
        }
        return bytes(json);
    }

    private RestResponse<byte[]> ask(String epoch, @Nullable String prefer, byte[] body, boolean release) {
        if (!UsageReader.EPOCH.matcher(epoch).matches()) {
            throw AskReader.malformed("an epoch is " + UsageReader.EPOCH);
        }
        var ask = asks.read(body, release);
        var deadline = deadlines.deadline();
        var reply = await(intake.submit(epoch, ask, deadline), deadline.remaining());
        if (reply instanceof Reply.Dry(byte[] manifest)) {
            return ResponseBuilder.ok(manifest, MediaType.APPLICATION_JSON_TYPE).build();
        }
        if (ask.mode() == Mode.DRY) {
            throw new ServiceException(CommonError.INTERNAL, "a dry run gives a manifest");
        }
        wait(epoch, prefer, deadline);
        return answer(known(epoch));
    }

    private RestResponse<byte[]> answer(Run run) {
        return switch (run.stage()) {
            case Stage.Computed _ -> {
                try {
                    yield ResponseBuilder.ok(files.manifest(run), MediaType.APPLICATION_JSON_TYPE)
                            .header("Location", location(run))
                            .build();
                } catch (IOException e) {
                    throw new ServiceException(CommonError.INTERNAL, "the manifest cannot be read");
                }
            }
            case Stage.Quarantined(Quarantine cause) -> throw quarantined(cause);
            case Stage.Failed(String code, String detail) ->
                throw new ServiceException(RewarderError.RUN_FAILED, detail, Map.of("reason", code));
            case Stage.Queued _, Stage.Computing _ -> status(202, run);
        };
    }

    private void wait(String epoch, @Nullable String prefer, Deadline deadline) {
        var seconds = WAIT.matcher(prefer == null ? "" : prefer);
        if (!seconds.find()) {
            return;
        }
        var wanted = Duration.ofSeconds(Long.parseLong(seconds.group(1)));
        var most = deadline.remaining().minus(MARGIN);
        try {
            var patience = wanted.compareTo(most) < 0 ? wanted : most;
            intake.whenComputed(epoch).get(Math.max(0, patience.toMillis()), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException _) {
            // Still under way: 202 is the answer.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Run known(String epoch) {
        return intake.find(epoch).orElseThrow(() -> new ServiceException(CommonError.NOT_FOUND, "no such epoch"));
    }

    private static RestResponse<byte[]> status(int status, Run run) {
        return ResponseBuilder.<byte[]>create(status)
                .entity(bytes(Documents.run(run)))
                .type(MediaType.APPLICATION_JSON_TYPE)
                .header("Location", location(run))
                .build();
    }

    private static String location(Run run) {
        return "/rewarder/epochs/" + run.epoch();
    }

    static byte[] bytes(ObjectNode json) {
        return json.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    private static <T> T await(CompletableFuture<T> answer, Duration patience) {
        try {
            return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new ServiceException(CommonError.TIMEOUT, "the deadline passed");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServiceException(CommonError.DRAINING, "interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ServiceException known) {
                throw known;
            }
            throw new IllegalStateException("a run cannot be scheduled", e.getCause());
        }
    }

    private static ServiceException quarantined(Quarantine cause) {
        return new ServiceException(
                RewarderError.QUARANTINED,
                "the epoch is quarantined: " + cause.detail(),
                Map.of("reason", cause.reason().wire(), "line", cause.line(), "account", cause.account()));
    }
}
