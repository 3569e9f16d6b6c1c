package dev.quintet.gateway.front;

import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.http.HttpServerOptions;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Moves Quarkus' own HTTP server, which serves {@code /gateway} and {@code /openapi}, to a free port of the loopback
 * interface: the public port is Netty's, and forwards there what belongs there.
 */
@ApplicationScoped
class ManagementServer implements HttpServerOptionsCustomizer {
    private static final String LOOPBACK = "127.0.0.1";
    private static final AtomicInteger PORT = new AtomicInteger();

    // Chosen here and not by the server: forwarding to a port read back wrongly would be a loop through the public one.
    @Override
    public void customizeHttpServer(HttpServerOptions options) {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            PORT.set(free.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        options.setHost(LOOPBACK).setPort(PORT.get());
    }

    /** Where it listens. */
    static int port() {
        return PORT.get();
    }
}
