package dev.quintet.wallet.api;

import dev.quintet.shared.capability.Capability;
import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.shared.flow.Delivery;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.wallet.domain.ledger.Posting;
import dev.quintet.wallet.domain.ledger.Receipt;
import dev.quintet.wallet.pipeline.EventStream;
import io.smallrye.mutiny.Multi;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jboss.resteasy.reactive.RestHeader;
import org.jspecify.annotations.Nullable;

/** Accepted operations as server-sent events: lossy, told so by {@code lag} events, resumable by {@code Last-Event-ID}. */
@Path("/v1/events")
public class EventsResource {
    /** Below every idle timeout on the way. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private final EventStream stream;
    private final Capability capability;
    private final Executor readers = HandlerThreads.named("events");

    EventsResource(EventStream stream, Capability capability) {
        this.stream = stream;
        this.capability = capability;
    }

    @GET
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @RequiresScope("wallet:read")
    public Multi<OutboundSseEvent> events(@RestHeader("Last-Event-ID") @Nullable String lastEventId, @Context Sse sse) {
        var visibility = Visibility.of(capability);
        // Catching up reads the log, so not on the event loop.
        var deliveries = lastEventId == null
                ? stream.live()
                : stream.after(entry(lastEventId)).runSubscriptionOn(readers);
        var events =
                deliveries.filter(delivery -> visible(delivery, visibility)).map(delivery -> event(delivery, sse));
        var beats = Multi.createFrom()
                .ticks()
                .every(HEARTBEAT)
                .map(_ -> sse.newEventBuilder().comment("still here").build());
        return Multi.createBy().merging().streams(events, beats);
    }

    private static long entry(String lastEventId) {
        try {
            long seq = Long.parseLong(lastEventId);
            if (seq >= 0) {
                return seq;
            }
        } catch (NumberFormatException _) {
            // Refused below, like a negative one.
        }
        throw Refusals.malformed("Last-Event-ID is not one of this stream");
    }

    private static boolean visible(Delivery<Posting> delivery, Visibility visibility) {
        return switch (delivery) {
            case Delivery.Lagged<Posting> _ -> true;
            case Delivery.Item<Posting>(Posting posting) -> visibility.shows(posting);
        };
    }

    private static OutboundSseEvent event(Delivery<Posting> delivery, Sse sse) {
        return switch (delivery) {
            case Delivery.Item<Posting>(Posting posting) ->
                sse.newEventBuilder()
                        .id(Long.toString(posting.entry().seq()))
                        .name(posting.entry().op().wire())
                        .data(new String(Receipt.bytes(posting), StandardCharsets.US_ASCII))
                        .build();
            case Delivery.Lagged<Posting>(long missed) ->
                sse.newEventBuilder()
                        .name("lag")
                        .data("{\"missed\":" + missed + "}")
                        .build();
        };
    }
}
