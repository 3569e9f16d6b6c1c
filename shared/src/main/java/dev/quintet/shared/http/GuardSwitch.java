package dev.quintet.shared.http;

import dev.quintet.shared.http.guard.GuardExtension;
import io.quarkus.vertx.VertxOptionsCustomizer;
import io.vertx.core.VertxOptions;
import jakarta.enterprise.context.ApplicationScoped;

/** Turns the connection guard on before the first socket exists. */
@ApplicationScoped
class GuardSwitch implements VertxOptionsCustomizer {

    // Vert.x is created before anything of it can bootstrap a channel, and Netty reads the switch only once.
    @Override
    public void accept(VertxOptions options) {
        System.setProperty(GuardExtension.SWITCH, "serviceload");
    }
}
