package dev.quintet.tools.bench.wallet;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One kept-alive HTTP/1.1 connection of one thread: as little work per request as Java allows, so that the server is measured. */
final class HttpConnection implements Closeable {
    private static final int TIMEOUT_MILLIS = 20_000;
    private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);

    private final Socket socket = new Socket();
    private final InputStream in;
    private final String head;
    private byte[] buffer = new byte[16 << 10];
    private int filled;
    private int bodyAt;
    private int end;

    HttpConnection(URI base, String token) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(new InetSocketAddress(base.getHost(), base.getPort()));
        in = socket.getInputStream();
        head = " HTTP/1.1\r\nHost: " + base.getAuthority() + "\r\nAuthorization: Bearer " + token + "\r\n";
    }

    /** Answers the status; the body is there until the next call. */
    int post(String path, String key, String body) throws IOException {
        return send("POST " + path + head + "Content-Type: application/json\r\nIdempotency-Key: " + key
                + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    int get(String path) throws IOException {
        return send("GET " + path + head + "\r\n");
    }

    String body() {
        return new String(buffer, bodyAt, end - bodyAt, StandardCharsets.UTF_8);
    }

    private int send(String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        filled = 0;
        int headEnd = -1;
        while (headEnd < 0) {
            int from = Math.max(0, filled - 3);
            fill();
            headEnd = headEnd(from);
        }
        bodyAt = headEnd;
        end = headEnd + contentLength(headEnd);
        while (filled < end) {
            fill();
        }
        return (buffer[9] - '0') * 100 + (buffer[10] - '0') * 10 + buffer[11] - '0';
    }

    private void fill() throws IOException {
        if (filled == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        int count = in.read(buffer, filled, buffer.length - filled);
        if (count < 0) {
            throw new EOFException("the server closed the connection");
        }
        filled += count;
    }

    private int headEnd(int from) {
        for (int i = from; i + 3 < filled; i++) {
            if (buffer[i] == '\r' && buffer[i + 1] == '\n' && buffer[i + 2] == '\r' && buffer[i + 3] == '\n') {
                return i + 4;
            }
        }
        return -1;
    }

    private int contentLength(int headEnd) throws IOException {
        for (int line = 0; line < headEnd; line++) {
            if (buffer[line] == '\n' && startsWithLength(line + 1)) {
                int value = 0;
                for (int i = line + 1 + LENGTH.length; buffer[i] != '\r'; i++) {
                    value = buffer[i] == ' ' ? value : value * 10 + buffer[i] - '0';
                }
                return value;
            }
        }
        throw new IOException("an answer without Content-Length");
    }

    private boolean startsWithLength(int at) {
        for (int i = 0; i < LENGTH.length; i++) {
            if ((buffer[at + i] | 0x20) != LENGTH[i] && buffer[at + i] != LENGTH[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
