package dev.quintet.tools.bench.storage;

import dev.quintet.shared.flow.HandlerThreads;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/** A closed-loop client: so many connections, each with its next request as soon as the last one is answered. */
final class HttpLoad {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final URI base;
    private final int connections;

    HttpLoad(URI base, int connections) {
        this.base = base;
        this.connections = connections;
    }

    /** Makes the bytes of a request; called by one thread per connection. */
    @FunctionalInterface
    interface Requests {
        byte[] next(int connection, long number);
    }

    /** Answers per second over {@code time}; fails on the first answer that is not a success. */
    double run(Duration time, Requests requests) throws InterruptedException {
        var answers = new LongAdder();
        long start = System.nanoTime();
        long end = start + time.toNanos();
        var threads = HandlerThreads.named("load");
        var clients = IntStream.range(0, connections)
                .mapToObj(id -> new FutureTask<>(() -> converse(id, end, requests, answers)))
                .toList();
        clients.forEach(threads::execute);
        try {
            for (var client : clients) {
                client.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        return (double) answers.sum() * 1e9 / (System.nanoTime() - start);
    }

    private long converse(int id, long end, Requests requests, LongAdder answers) throws IOException {
        try (var socket = new Socket(base.getHost(), base.getPort())) {
            socket.setTcpNoDelay(true);
            var in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
            byte[] scratch = new byte[BUFFER_BYTES];
            long number = 0;
            for (; System.nanoTime() < end; number++) {
                socket.getOutputStream().write(requests.next(id, number));
                swallow(in, scratch);
                answers.increment();
            }
            return number;
        }
    }

    private static void swallow(InputStream in, byte[] scratch) throws IOException {
        String status = line(in);
        if (!status.startsWith("HTTP/1.1 2")) {
            throw new IOException("not a success: " + status);
        }
        long length = 0;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Long.parseLong(
                        header.substring("content-length:".length()).strip());
            }
        }
        while (length > 0) {
            int count = in.read(scratch, 0, (int) Math.min(scratch.length, length));
            if (count < 0) {
                throw new IOException("the answer was cut off");
            }
            length -= count;
        }
    }

    private static String line(InputStream in) throws IOException {
        var text = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the connection was closed");
            }
            if (c != '\r') {
                text.append((char) c);
            }
        }
        return text.toString();
    }

    /** A request head in front of a body. */
    static byte[] request(String head, byte[] body) {
        byte[] start = (head + "Content-Length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = new byte[start.length + body.length];
        System.arraycopy(start, 0, whole, 0, start.length);
        System.arraycopy(body, 0, whole, start.length, body.length);
        return whole;
    }
}
