package dev.quintet.shared.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A client that sends exactly the bytes it is told to, as slowly as it is told to. */
public final class RawHttp implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Socket socket;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private boolean closed;

    public RawHttp(URI base) {
        try {
            socket = new Socket(base.getHost(), base.getPort());
            socket.setTcpNoDelay(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the bytes could still be sent. */
    public boolean send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public boolean send(String text) {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends {@code text} byte by byte, one each {@code pace}, until it is through or the server has had enough. */
    public void trickle(String text, Duration pace) {
        for (int at = 0; at < text.length(); at++) {
            if (listen(pace) || !send(text.substring(at, at + 1))) {
                return;
            }
        }
    }

    /** Listens for this long; answers whether the server has closed the connection. */
    public boolean listen(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        byte[] buffer = new byte[65536];
        try {
            for (long left = time.toMillis(); left > 0 && !closed; left = (end - System.nanoTime()) / 1_000_000) {
                socket.setSoTimeout((int) left);
                int count = socket.getInputStream().read(buffer);
                if (count < 0) {
                    closed = true;
                } else {
                    received.write(buffer, 0, count);
                }
            }
        } catch (SocketTimeoutException e) {
            return false; // Nothing more came in time.
        } catch (SocketException e) {
            closed = true; // Reset by the server.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return closed;
    }

    /** Everything until the server closes the connection. */
    public String untilClosed() {
        if (!listen(PATIENCE)) {
            throw new AssertionError("still open after " + PATIENCE + ": " + text());
        }
        return text();
    }

    /** Everything until {@code marker} has come. */
    public String until(String marker) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!text().contains(marker)) {
            boolean over = listen(Duration.ofMillis(20)) || System.nanoTime() > end;
            if (over && !text().contains(marker)) {
                throw new AssertionError("no " + marker + " in: " + text());
            }
        }
        return text();
    }

    public String text() {
        return received.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
