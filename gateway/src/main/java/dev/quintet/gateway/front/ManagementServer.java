package dev.quintet.gateway.front;

import io.quarkus.runtime.LaunchMode;
import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.http.HttpServerOptions;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Moves Quarkus' own HTTP server, which serves {@code /gateway} and {@code /openapi}, to a free port of the loopback
 * interface: the public port is Netty's, and forwards there what belongs there.
 */
@ApplicationScoped
class ManagementServer implements HttpServerOptionsCustomizer {
    private static final String LOOPBACK = "127.0.0.1";

    @Override
    public void customizeHttpServer(HttpServerOptions options) {
        options.setHost(LOOPBACK).setPort(0);
    }

    /** Where it listens; Quarkus publishes the port it got under the key of the one it was asked for. */
    static int port() {
        String key = LaunchMode.current() == LaunchMode.TEST ? "quarkus.http.test-port" : "quarkus.http.port";
        return ConfigProvider.getConfig().getValue(key, Integer.class);
    }
}
