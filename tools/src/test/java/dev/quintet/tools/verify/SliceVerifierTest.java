package dev.quintet.tools.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.quintet.shared.content.ContentTree;
import dev.quintet.shared.content.SliceProof;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a server that can lie; the storage's own answers are verified in TusClientIT. */
class SliceVerifierTest {
    private static final int GROUP = 65_536;

    private final byte[] content = new byte[300_000];
    private HttpServer server;
    private ContentTree tree;
    private int damagedAt = -1;

    @BeforeEach
    void start() throws IOException {
        new Random(1).nextBytes(content);
        tree = ContentTree.of(content);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/o/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "65535, 65536", "100000, 200000", "299999, 299999", "0, 299999"})
    void aPartIsProvenAndCutToWhatWasAskedFor(int first, int last) throws Exception {
        var slice = SliceVerifier.fetch(url(), first + "-" + last);

        assertThat(slice.bytes()).isEqualTo(ByteBuffer.wrap(Arrays.copyOfRange(content, first, last + 1)));
    }

    @Test
    void aPartPastTheEndIsCutThere() throws Exception {
        assertThat(SliceVerifier.fetch(url(), "299990-400000").last()).isEqualTo(299_999);
    }

    @ParameterizedTest
    @ValueSource(ints = {65_536, 100_000, 131_071})
    void oneAlteredByteIsNoticed(int at) {
        damagedAt = at;

        assertThatThrownBy(() -> SliceVerifier.fetch(url(), "70000-70001")).isInstanceOf(VerificationException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "5-3", "a-b", "-5", "0-99999999999"})
    void whatIsNoRangeIsRefused(String range) {
        assertThatThrownBy(() -> SliceVerifier.fetch(url(), range)).isInstanceOf(VerificationException.class);
    }

    private URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/o/" + tree.address());
    }

    private void answer(HttpExchange exchange) throws IOException {
        String[] range = exchange.getRequestHeaders()
                .getFirst("Range")
                .substring("bytes=".length())
                .split("-", -1);
        int from = Integer.parseInt(range[0]);
        int to = Math.min(content.length, Integer.parseInt(range[1]) + 1);
        var proof = SliceProof.of(tree, from / GROUP, (to - 1) / GROUP + 1);
        byte[] body = Arrays.copyOfRange(content, from, to);
        if (damagedAt >= from && damagedAt < to) {
            body[damagedAt - from] ^= 1;
        }
        exchange.getResponseHeaders().add("Content-Proof", proof.toString());
        exchange.sendResponseHeaders(206, body.length);
        try (var out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}
