package dev.quintet.shared.http;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.quintet.shared.capability.Unguarded;
import dev.quintet.shared.deadline.DeadlineContext;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.resteasy.reactive.RestStreamElementType;
import org.jspecify.annotations.Nullable;

/** The resource of the test application: one route per thing the edge promises. */
@Path("/sample")
@Unguarded("echoes to the tests of the edge and changes nothing")
public class SampleResource {
    static final Semaphore CANCELLED = new Semaphore(0);
    static final Semaphore HANGING = new Semaphore(0);
    static final Semaphore RELEASED = new Semaphore(0);
    static final Semaphore INTERRUPTED = new Semaphore(0);

    private final DeadlineContext deadlines;
    private final Onward onward;

    SampleResource(DeadlineContext deadlines, Onward onward) {
        this.deadlines = deadlines;
        this.onward = onward;
    }

    @GET
    @Path("/onward")
    public Uni<Map<String, String>> onward() {
        return Uni.createFrom().item(onward.headers());
    }

    @GET
    @Path("/onward/virtual")
    @RunOnVirtualThread
    public Map<String, String> onwardFromVirtualThread() {
        return onward.headers();
    }

    @POST
    @Path("/echo")
    public Uni<Document> echo(Document document) {
        return Uni.createFrom().item(document);
    }

    @POST
    @Path("/echo/zstd")
    @AcceptsZstd
    public Uni<Document> echoWithZstd(Document document) {
        return Uni.createFrom().item(document);
    }

    @POST
    @Path("/echo/worker")
    public Document echoOnWorker(Document document) {
        return document;
    }

    @POST
    @Path("/echo/virtual")
    @RunOnVirtualThread
    public Document echoOnVirtualThread(Document document) {
        return document;
    }

    @GET
    @Path("/items/{id}")
    public Uni<Map<String, Object>> item(@PathParam("id") int id, @QueryParam("limit") @Nullable Integer limit) {
        return Uni.createFrom().item(Map.of("id", id));
    }

    @GET
    @Path("/fail/{how}")
    public Uni<String> fail(@PathParam("how") String how) {
        return switch (how) {
            case "busy" ->
                throw new ServiceException(CommonError.BUSY, "queue is full", Map.of(), Duration.ofMillis(1_200));
            case "later" ->
                Uni.createFrom().failure(new ServiceException(CommonError.DEGRADED, "later", Map.of("queue", "work")));
            case "secret" -> throw new IllegalStateException("password=hunter2");
            default -> throw new ServiceException(CommonError.NOT_FOUND, "no such failure");
        };
    }

    @GET
    @Path("/deadline")
    public Uni<Map<String, Long>> deadline() {
        return Uni.createFrom()
                .item(Map.of("remaining_ms", deadlines.deadline().remaining().toMillis()));
    }

    /** Never answers; {@code cancelled} opens when nobody waits any more. */
    @GET
    @Path("/never")
    public Uni<String> never() {
        return Uni.createFrom().<String>nothing().onCancellation().invoke(CANCELLED::release);
    }

    @GET
    @Path("/never/worker")
    public String neverOnWorker() throws InterruptedException {
        return hang();
    }

    @GET
    @Path("/never/virtual")
    @RunOnVirtualThread
    public String neverOnVirtualThread() throws InterruptedException {
        return hang();
    }

    @GET
    @Path("/cancel/worker")
    @Interruptible
    public String cancelledOnWorker() throws InterruptedException {
        return untilInterrupted();
    }

    @GET
    @Path("/cancel/virtual")
    @RunOnVirtualThread
    @Interruptible
    public String cancelledOnVirtualThread() throws InterruptedException {
        return untilInterrupted();
    }

    /** The flag of an interrupt that came too late must not be found by the next request on the same thread. */
    @GET
    @Path("/cancel/flag")
    public Map<String, Boolean> flag() {
        return Map.of("interrupted", Thread.currentThread().isInterrupted());
    }

    @GET
    @Path("/large")
    public byte[] large() {
        return new byte[32 << 20];
    }

    /** Silent for longer than every timeout of the test application, before and between its events. */
    @GET
    @Path("/events")
    @RestStreamElementType(MediaType.TEXT_PLAIN)
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Multi<String> events() {
        return Multi.createFrom()
                .ticks()
                .startingAfter(Duration.ofMillis(2_600))
                .every(Duration.ofMillis(1_600))
                .map(tick -> "tick-" + tick);
    }

    private static String untilInterrupted() throws InterruptedException {
        try {
            return Boolean.toString(new Semaphore(0).tryAcquire(20, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            INTERRUPTED.release();
            throw e;
        }
    }

    private static String hang() throws InterruptedException {
        HANGING.release();
        return Boolean.toString(RELEASED.tryAcquire(20, TimeUnit.SECONDS));
    }

    public record Document(
            @JsonProperty(required = true) String name,
            int count,
            @Nullable Boolean openNow,
            @Nullable Instant createdAt,
            @Nullable List<Document> parts,
            @Nullable Kind kind,
            @Nullable String amount) {}

    public enum Kind {
        SMALL,
        LARGE
    }
}
