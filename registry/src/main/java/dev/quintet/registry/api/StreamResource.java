package dev.quintet.registry.api;

import dev.quintet.registry.pipeline.UpdateFeed;
import dev.quintet.registry.pipeline.UpdateFeed.News;
import io.smallrye.mutiny.Multi;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.nio.charset.StandardCharsets;
import org.jboss.resteasy.reactive.RestHeader;
import org.jspecify.annotations.Nullable;

/**
 * Commits as server-sent events {@code registry.update}, resumable by {@code Last-Event-ID}, which is a version. What a
 * listener missed for good it is told by {@code registry.lagged}.
 */
@Path("/registry/stream")
public class StreamResource {
    private final UpdateFeed feed;

    StreamResource(UpdateFeed feed) {
        this.feed = feed;
    }

    @GET
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Multi<OutboundSseEvent> stream(@RestHeader("Last-Event-ID") @Nullable String lastEventId, @Context Sse sse) {
        long seen = lastEventId == null ? -1 : Questions.number("Last-Event-ID", lastEventId);
        return feed.listen(seen).map(news -> event(news, sse));
    }

    private static OutboundSseEvent event(News news, Sse sse) {
        return switch (news) {
            case News.Updated(var update) ->
                sse.newEventBuilder()
                        .id(Long.toString(update.version()))
                        .name("registry.update")
                        .data(text(Documents.commit(update).put("corr_id", update.corrId())))
                        .build();
            case News.Lagged(long head) ->
                sse.newEventBuilder()
                        .id(Long.toString(head))
                        .name("registry.lagged")
                        .data("{\"head\":" + head + "}")
                        .build();
            case News.Beat _ -> sse.newEventBuilder().comment("still here").build();
        };
    }

    private static String text(com.fasterxml.jackson.databind.JsonNode json) {
        return new String(Bodies.json(json), StandardCharsets.UTF_8);
    }
}
