package dev.quintet.tools.bench.storage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** nginx with a folder of files and WebDAV: two workers, sendfile off, no access log, no sync after a PUT. */
final class NginxPeer implements AutoCloseable {
    private final Process process;
    private final URI base;
    private final Path files;

    private NginxPeer(Process process, URI base, Path files) {
        this.process = process;
        this.base = base;
        this.files = files;
    }

    static NginxPeer start(Path folder) throws IOException, InterruptedException {
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path files = Files.createDirectories(folder.resolve("files"));
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        Path config = Files.writeString(folder.resolve("nginx.conf"), """
                user root; worker_processes 2; daemon off; pid %1$s/nginx.pid; error_log %1$s/error.log;
                events { worker_connections 512; }
                http {
                  access_log off; sendfile off; client_max_body_size 64m; client_body_buffer_size 1m;
                  client_body_temp_path %2$s; keepalive_requests 10000000;
                  server { listen 127.0.0.1:%3$d; root %4$s; dav_methods PUT DELETE; create_full_put_path on; }
                }
                """.formatted(folder, temporary, port, files));
        var process = new ProcessBuilder(List.of("nginx", "-p", folder.toString(), "-c", config.toString()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nginx.log").toFile())
                .start();
        while (!listens(port)) {
            if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
                throw new IOException("nginx ended: " + Files.readString(folder.resolve("nginx.log")));
            }
        }
        return new NginxPeer(process, URI.create("http://127.0.0.1:" + port), files);
    }

    URI base() {
        return base;
    }

    Path files() {
        return files;
    }

    private static boolean listens(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().orTimeout(5, TimeUnit.SECONDS).join();
    }
}
