package dev.quintet.storage.api;

import static dev.quintet.storage.api.Caller.address;
import static dev.quintet.storage.api.Caller.header;
import static dev.quintet.storage.api.Caller.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.testkit.RawHttp;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(StorageProfile.class)
@Timeout(120)
class UploadResourceTest {
    private static final String PIECE = "application/offset+octet-stream";

    private final Caller caller = Caller.withEveryScope();

    @ParameterizedTest
    @ValueSource(ints = {1, 65_536, 1_048_576, 1_048_577, 3_500_000})
    void piecesBecomeOneObject(int size) {
        // Given
        byte[] content = Caller.fresh(size);
        String upload =
                create("Upload-Length", Integer.toString(size), "Upload-Metadata", "b3 " + base64(address(content)));

        // When
        var last = patch(upload, 0, Arrays.copyOf(content, Math.min(size, 1 << 20)));
        for (int at = 1 << 20; at < size; at += 1 << 20) {
            last = patch(upload, at, Arrays.copyOfRange(content, at, Math.min(size, at + (1 << 20))));
            assertThat(last.statusCode()).isEqualTo(204);
        }

        // Then
        assertThat(header(last, "Upload-Offset")).isEqualTo(Integer.toString(size));
        assertThat(header(last, "Tus-Resumable")).isEqualTo("1.0.0");
        assertThat(header(last, "Content-Location")).isEqualTo("/o/" + address(content));
        assertThat(caller.get("/o/" + address(content)).body()).isEqualTo(content);
        assertThat(header(head(upload), "Content-Location")).isEqualTo("/o/" + address(content));
    }

    @Test
    void piecesOfAnySizeMeet() {
        // Given
        byte[] content = Caller.fresh(300_000);
        String upload = create("Upload-Length", "300000");

        // When
        for (int at = 0; at < content.length; at += 70_001) {
            patch(upload, at, Arrays.copyOfRange(content, at, Math.min(content.length, at + 70_001)));
        }

        // Then
        assertThat(caller.get("/o/" + address(content)).body()).isEqualTo(content);
    }

    @Test
    void anEmptyUploadIsAnObjectAtOnce() {
        // When
        var created = caller.send("POST", "/uploads", new byte[0], "Tus-Resumable", "1.0.0", "Upload-Length", "0");

        // Then
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(header(created, "Content-Location")).isEqualTo("/o/" + address(new byte[0]));
    }

    @Test
    void theStateOfAnUploadCanBeAsked() {
        // Given
        String metadata = "filename " + base64("a.bin");
        String upload = create("Upload-Length", "10", "Upload-Metadata", metadata);
        patch(upload, 0, new byte[4]);

        // When
        var state = head(upload);

        // Then
        assertThat(state.statusCode()).isEqualTo(200);
        assertThat(header(state, "Upload-Offset")).isEqualTo("4");
        assertThat(header(state, "Upload-Length")).isEqualTo("10");
        assertThat(header(state, "Upload-Metadata")).isEqualTo(metadata);
        assertThat(header(state, "Cache-Control")).isEqualTo("no-store");
        assertThat(header(state, "Upload-Expires")).endsWith(" GMT");
    }

    @Test
    void aLengthMayComeLater() {
        // Given
        byte[] content = Caller.fresh(10);
        String upload = create("Upload-Defer-Length", "1");
        patch(upload, 0, Arrays.copyOf(content, 6));
        assertThat(header(head(upload), "Upload-Defer-Length")).isEqualTo("1");

        // When
        var last = patch(upload, 6, Arrays.copyOfRange(content, 6, 10), "Upload-Length", "10");

        // Then
        assertThat(header(last, "Content-Location")).isEqualTo("/o/" + address(content));
    }

    @Test
    void anotherOffsetIsAConflict() {
        // Given
        String upload = create("Upload-Length", "10");
        patch(upload, 0, new byte[4]);

        // When
        var refused = patch(upload, 0, new byte[4]);

        // Then
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(text(refused)).contains("OFFSET_MISMATCH");
        assertThat(header(refused, "Tus-Resumable")).isEqualTo("1.0.0");
        assertThat(header(head(upload), "Upload-Offset")).isEqualTo("4");
    }

    @Test
    void ofParallelPatchesOneIsTaken() {
        // Given
        byte[] content = Caller.fresh(600_000);
        String upload = create("Upload-Length", "600000");
        List<CompletableFuture<HttpResponse<byte[]>>> racers = new ArrayList<>();

        // When
        for (int i = 0; i < 8; i++) {
            racers.add(CompletableFuture.supplyAsync(() -> patch(upload, 0, Arrays.copyOf(content, 300_000))));
        }

        // Then
        var statuses = racers.stream().map(racer -> racer.join().statusCode()).toList();
        assertThat(statuses).containsOnlyOnce(204).allMatch(status -> status == 204 || status == 409 || status == 423);
        assertThat(header(head(upload), "Upload-Offset")).isEqualTo("300000");
        patch(upload, 300_000, Arrays.copyOfRange(content, 300_000, 600_000));
        assertThat(caller.get("/o/" + address(content)).body()).isEqualTo(content);
    }

    @Test
    void anUploadThatTurnsOutToBeSomethingElseIsEnded() {
        // Given
        String upload = create("Upload-Length", "10", "Upload-Metadata", "b3 " + base64(address(Caller.fresh(10))));

        // When
        var refused = patch(upload, 0, Caller.fresh(10));

        // Then
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(text(refused)).contains("DIGEST_MISMATCH");
        assertThat(head(upload).statusCode()).isEqualTo(404);
    }

    @Test
    void aPieceWithAWrongChecksumIsNotKept() {
        // Given
        byte[] content = Caller.fresh(10);
        String upload = create("Upload-Length", "10");
        String wrong = Base64.getEncoder().encodeToString(Blake3.hash(new byte[] {1}));
        String right = Base64.getEncoder().encodeToString(Blake3.hash(content));

        // When
        var refused = patch(upload, 0, content, "Upload-Checksum", "blake3 " + wrong);

        // Then
        assertThat(refused.statusCode()).isEqualTo(460);
        assertThat(header(head(upload), "Upload-Offset")).isEqualTo("0");
        assertThat(patch(upload, 0, content, "Upload-Checksum", "blake3 " + right)
                        .statusCode())
                .isEqualTo(204);
    }

    @Test
    void anEndedUploadIsGone() {
        // Given
        String upload = create("Upload-Length", "10");

        // When
        var ended = caller.send("DELETE", upload, new byte[0], "Tus-Resumable", "1.0.0");

        // Then
        assertThat(ended.statusCode()).isEqualTo(204);
        assertThat(head(upload).statusCode()).isEqualTo(404);
        assertThat(patch(upload, 0, new byte[1]).statusCode()).isEqualTo(404);
        assertThat(caller.send("DELETE", upload, new byte[0], "Tus-Resumable", "1.0.0")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void anotherAccountsUploadIsAsAbsentAsNone() {
        // Given
        var owner = new Caller("scope in storage:write", "account = acc_a");
        var other = new Caller("scope in storage:write", "account = acc_b");
        var created = owner.send("POST", "/uploads", new byte[0], "Tus-Resumable", "1.0.0", "Upload-Length", "5");

        // When
        var refused = other.send("HEAD", header(created, "Location"), new byte[0], "Tus-Resumable", "1.0.0");

        // Then
        assertThat(refused.statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Upload-Length: -1                                    | 400",
                "Upload-Length: ten                                   | 400",
                "Upload-Length: 99999999999999999999                  | 400",
                "Upload-Length: 999999999999999                       | 413",
                "X-Nothing: 1                                         | 400",
                "Upload-Defer-Length: 2                               | 400"
            })
    void aMalformedCreationIsRefused(String line, int status) {
        // Given
        String[] pair = line.split(": ", -1);

        // When
        var refused = caller.send("POST", "/uploads", new byte[0], "Tus-Resumable", "1.0.0", pair[0], pair[1]);

        // Then
        assertThat(refused.statusCode()).isEqualTo(status);
        assertThat(header(refused, "Tus-Resumable")).isEqualTo("1.0.0");
    }

    @Test
    void aMalformedPieceIsRefused() {
        String upload = create("Upload-Length", "10");

        assertThat(caller.send("PATCH", upload, new byte[1], "Tus-Resumable", "1.0.0", "Upload-Offset", "0")
                        .statusCode())
                .isEqualTo(415);
        assertThat(patch(upload, "minus one", new byte[1]).statusCode()).isEqualTo(400);
        assertThat(patch(upload, "-1", new byte[1]).statusCode()).isEqualTo(400);
        assertThat(patch(upload, 0, new byte[11]).statusCode()).isEqualTo(400);
        assertThat(patch(upload, 0, new byte[1], "Upload-Checksum", "md5 AAAA").statusCode())
                .isEqualTo(400);
        assertThat(patch("/uploads/nonsense", 0, new byte[1]).statusCode()).isEqualTo(404);
        assertThat(header(head(upload), "Upload-Offset")).isEqualTo("0");
    }

    @Test
    void anotherVersionIsToldOurs() {
        // When
        var refused = caller.send("POST", "/uploads", new byte[0], "Tus-Resumable", "0.2.2", "Upload-Length", "1");

        // Then
        assertThat(refused.statusCode()).isEqualTo(412);
        assertThat(header(refused, "Tus-Version")).isEqualTo("1.0.0");
    }

    @Test
    void whatTheServerCanDoIsPublic() {
        // When
        var options = Caller.anonymous("OPTIONS", "/uploads");

        // Then
        assertThat(options.statusCode()).isEqualTo(204);
        assertThat(header(options, "Tus-Extension")).contains("creation", "termination", "expiration", "checksum");
        assertThat(header(options, "Tus-Checksum-Algorithm")).isEqualTo("blake3,sha256");
        assertThat(header(options, "Tus-Max-Size")).isEqualTo("17179869184");
    }

    @Test
    void whatCameOfABrokenPieceIsKept() {
        // Given
        byte[] content = Caller.fresh(500_000);
        String upload = create("Upload-Length", "500000");

        // When
        try (var client = new RawHttp(Caller.base())) {
            client.send("PATCH " + upload + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + caller.token()
                    + "\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: " + PIECE
                    + "\r\nContent-Length: 500000\r\n\r\n");
            client.send(Arrays.copyOf(content, 250_000));
            client.listen(Duration.ofMillis(200));
        }

        // Then
        int offset = offsetAfterTheClientLeft(upload);
        assertThat(offset).isBetween(0, 250_000);
        patch(upload, offset, Arrays.copyOfRange(content, offset, content.length));
        assertThat(caller.get("/o/" + address(content)).body()).isEqualTo(content);
    }

    /** The server may still be taking what came: asked until two answers agree. */
    private int offsetAfterTheClientLeft(String upload) {
        int before = -1;
        for (int same = 0; same < 20; ) {
            int now = Integer.parseInt(header(head(upload), "Upload-Offset"));
            same = now == before ? same + 1 : 0;
            before = now;
        }
        return before;
    }

    private String create(String... headers) {
        var all = new ArrayList<>(List.of(headers));
        all.addAll(List.of("Tus-Resumable", "1.0.0"));
        var created = caller.send("POST", "/uploads", new byte[0], all.toArray(String[]::new));
        assertThat(created.statusCode()).as(text(created)).isEqualTo(201);
        assertThat(header(created, "Upload-Expires")).endsWith(" GMT");
        return header(created, "Location");
    }

    private HttpResponse<byte[]> patch(String upload, long offset, byte[] piece, String... headers) {
        return patch(upload, Long.toString(offset), piece, headers);
    }

    private HttpResponse<byte[]> patch(String upload, String offset, byte[] piece, String... headers) {
        var all = new ArrayList<>(List.of(headers));
        all.addAll(List.of("Tus-Resumable", "1.0.0", "Content-Type", PIECE, "Upload-Offset", offset));
        return caller.send("PATCH", upload, piece, all.toArray(String[]::new));
    }

    private HttpResponse<byte[]> head(String upload) {
        return caller.send("HEAD", upload, new byte[0], "Tus-Resumable", "1.0.0");
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }
}
