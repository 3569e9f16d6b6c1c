package dev.quintet.shared.http;

import dev.quintet.shared.http.guard.GuardExtension;
import dev.quintet.shared.http.guard.StrictRequestDecoder;
import io.quarkus.vertx.VertxOptionsCustomizer;
import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerOptions;
import jakarta.enterprise.context.ApplicationScoped;

/** Turns the connection guard on before the first socket exists. */
@ApplicationScoped
class GuardSwitch implements VertxOptionsCustomizer, HttpServerOptionsCustomizer {

    // Vert.x is created before anything of it can bootstrap a channel, and Netty reads the switch only once.
    @Override
    public void accept(VertxOptions options) {
        System.setProperty(GuardExtension.SWITCH, "serviceload");
    }

    @Override
    public void customizeHttpServer(HttpServerOptions options) {
        StrictRequestDecoder.use(options);
    }
}
