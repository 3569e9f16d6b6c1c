package dev.quintet.gateway.front;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A service behind the gateway that does exactly what a test wants, down to the bytes. */
final class RawUpstream implements AutoCloseable {
    private final ServerSocket socket;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private volatile Behaviour behaviour;

    /** A request as it arrived: the head's lines, and the body without its framing. */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
    record Request(String head, byte[] body) {
        String header(String name) {
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        }

        String path() {
            return head.split(" ", 3)[1];
        }
    }

    /** Answers one request; returning false ends the connection. */
    @FunctionalInterface
    interface Behaviour {
        boolean answer(Request request, OutputStream out) throws IOException, InterruptedException;
    }

    RawUpstream(Behaviour behaviour) {
        this.behaviour = behaviour;
        try {
            socket = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** Always the same well-formed answer. */
    static Behaviour fixed(String body) {
        return (_, out) -> {
            write(
                    out,
                    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: " + body.length() + "\r\n\r\n"
                            + body);
            return true;
        };
    }

    static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    void behave(Behaviour next) {
        behaviour = next;
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    List<Request> requests() {
        return requests;
    }

    int connections() {
        return open.size();
    }

    /** Resets every connection, as a killed process would. */
    void resetAll() {
        for (Socket each : open) {
            try {
                each.setSoLinger(true, 0);
                each.close();
            } catch (IOException _) {
                // Closed already.
            }
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        resetAll();
    }

    private void accept() {
        try {
            while (true) {
                Socket accepted = socket.accept();
                open.add(accepted);
                Thread.ofVirtual().start(() -> serve(accepted));
            }
        } catch (IOException _) {
            // Closed: the test is over.
        }
    }

    private void serve(Socket accepted) {
        try (accepted) {
            var in = new BufferedInputStream(accepted.getInputStream());
            Request request = read(in);
            while (request != null) {
                requests.add(request);
                if (!behaviour.answer(request, accepted.getOutputStream())) {
                    return;
                }
                request = read(in);
            }
        } catch (IOException | InterruptedException _) {
            // The gateway went away.
        } finally {
            open.remove(accepted);
        }
    }

    private static @Nullable Request read(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                return null;
            }
            head.append((char) next);
        }
        var bare = new Request(head.toString(), new byte[0]);
        String length = bare.header("Content-Length");
        if (!length.isEmpty()) {
            byte[] body = in.readNBytes(Integer.parseInt(length));
            return body.length < Integer.parseInt(length) ? null : new Request(bare.head(), body);
        }
        return bare.header("Transfer-Encoding").isEmpty() ? bare : new Request(bare.head(), chunks(in));
    }

    private static byte[] chunks(InputStream in) throws IOException {
        var body = new ByteArrayOutputStream();
        while (true) {
            int size = Integer.parseInt(line(in), 16);
            body.write(in.readNBytes(size));
            line(in);
            if (size == 0) {
                return body.toByteArray();
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the connection ended within a body");
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }
}
