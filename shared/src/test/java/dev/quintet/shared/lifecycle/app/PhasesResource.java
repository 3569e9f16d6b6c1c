package dev.quintet.shared.lifecycle.app;

import dev.quintet.shared.flow.Delivery;
import dev.quintet.shared.flow.Offer;
import io.quarkus.arc.properties.IfBuildProperty;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import org.jboss.resteasy.reactive.RestPath;

/** What the test asks before and during the drain. */
@Path("/phases")
@IfBuildProperty(name = "phases.enabled", stringValue = "true")
@Produces(MediaType.TEXT_PLAIN)
public class PhasesResource {
    private final PhasesPipeline pipeline;

    PhasesResource(PhasesPipeline pipeline) {
        this.pipeline = pipeline;
    }

    @GET
    @Path("work/{millis}")
    public Uni<String> work(@RestPath long millis) {
        return Uni.createFrom().emitter(reply -> {
            var job = new PhasesPipeline.Job(Duration.ofMillis(millis), reply);
            var offer = pipeline.work.offer(job);
            if (offer != Offer.ACCEPTED) {
                reply.complete(offer.name());
            }
        });
    }

    /** Items being handled or done, and items waiting: {@code 1+2}. */
    @GET
    @Path("/progress")
    public String progress() {
        return pipeline.work.taken() + "+" + pipeline.work.depth();
    }

    @GET
    @Path("/events")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Multi<String> events() {
        return Multi.createBy()
                .concatenating()
                .streams(
                        Multi.createFrom().item("hello"),
                        pipeline.events.subscribe("sse").map(Delivery::toString));
    }
}
