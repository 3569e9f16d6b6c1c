package dev.quintet.shared.admin;

import dev.quintet.shared.flow.ChannelDeclaration;
import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.lifecycle.Supervisor;
import dev.quintet.shared.lifecycle.TaskDeclaration;
import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Locale;

/** {@code GET /topology}: the channels and tasks of this process as they were declared. */
@ApplicationScoped
class TopologyRoute {
    private final ChannelRegistry channels;
    private final Supervisor tasks;

    TopologyRoute(ChannelRegistry channels, Supervisor tasks) {
        this.channels = channels;
        this.tasks = tasks;
    }

    void register(@Observes ManagementInterface admin) {
        admin.router().get("/topology").handler(this::answer);
    }

    private void answer(RoutingContext routing) {
        var body = new JsonObject().put("channels", new JsonArray()).put("tasks", new JsonArray());
        channels.declarations().forEach(channel -> body.getJsonArray("channels").add(row(channel)));
        tasks.declarations().forEach(task -> body.getJsonArray("tasks").add(row(task)));
        routing.response()
                .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                .end(body.toBuffer());
    }

    private static JsonObject row(ChannelDeclaration channel) {
        return new JsonObject()
                .put("name", channel.name())
                .put("kind", channel.kind().name().toLowerCase(Locale.ROOT))
                .put("capacity", channel.capacity())
                .put("from", channel.from())
                .put("to", channel.to())
                .put("overflow", channel.overflow());
    }

    private static JsonObject row(TaskDeclaration task) {
        return new JsonObject()
                .put("name", task.name())
                .put("kind", task.kind())
                .put("end", task.end());
    }
}
