package dev.quintet.shared.admin;

import dev.quintet.shared.lifecycle.Readiness;
import io.quarkus.vertx.http.ManagementInterface;
import io.smallrye.health.SmallRyeHealth;
import io.smallrye.health.SmallRyeHealthReporter;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;

/** {@code GET /readyz} and {@code /readyz/read}: SmallRye's readiness, with what it cannot say about reads and writes. */
@ApplicationScoped
class ReadyRoute {
    private final SmallRyeHealthReporter health;
    private final Readiness readiness;

    ReadyRoute(SmallRyeHealthReporter health, Readiness readiness) {
        this.health = health;
        this.readiness = readiness;
    }

    void register(@Observes ManagementInterface admin) {
        admin.router().get("/readyz").handler(routing -> answer(routing, false));
        admin.router().get("/readyz/read").handler(routing -> answer(routing, true));
    }

    private void answer(RoutingContext routing, boolean readsSuffice) {
        health.getReadinessAsync().subscribe().with(found -> answer(routing, readsSuffice, found), routing::fail);
    }

    private void answer(RoutingContext routing, boolean readsSuffice, SmallRyeHealth found) {
        boolean readReady = readiness.readReady();
        boolean ready = !found.isDown() && readReady && readiness.writeReady();
        var body = new JsonObject()
                .put("ready", ready)
                .put("read_ready", readReady)
                .put("write_ready", readiness.writeReady())
                .put("causes", new JsonArray(List.copyOf(readiness.causes())))
                .put("checks", new JsonObject(found.getPayload().toString()).getJsonArray("checks"));
        routing.response()
                .setStatusCode((readsSuffice ? readReady : ready) ? 200 : 503)
                .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
                .end(body.toBuffer());
    }
}
