package dev.quintet.storage.api;

import static dev.quintet.storage.api.Caller.address;
import static dev.quintet.storage.api.Caller.header;
import static dev.quintet.storage.api.Caller.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.shared.content.ContentTree;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@QuarkusTest
@TestProfile(StorageProfile.class)
@Timeout(120)
class StoreResourceTest {
    private final Caller caller = Caller.withEveryScope();

    @Test
    void aManifestIsTheTreeOfItsObject() throws IOException {
        // Given
        byte[] content = Caller.fresh(1_000_000);
        String path = caller.stored(content);

        // When
        var answer = Caller.anonymous("GET", path + "/manifest");

        // Then
        var json = new ObjectMapper().readTree(answer.body());
        var cvs = new ByteArrayOutputStream();
        json.get("chunks").forEach(cv -> cvs.writeBytes(HexFormat.of().parseHex(cv.asText())));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(json.get("chunk_size").asInt()).isEqualTo(65_536);
        assertThat(json.get("durability").asText()).matches("rf=\\d+|ec=\\d+\\+\\d+");
        assertThat(ContentTree.of(json.get("size").asLong(), cvs.toByteArray()).address())
                .hasToString(address(content))
                .hasToString(json.get("address").asText());
    }

    @Test
    void aDeletedObjectIsGoneAtOnce() {
        // Given
        String path = caller.stored(Caller.fresh(1000));

        // When
        var deleted = caller.send("DELETE", path, new byte[0]);

        // Then
        assertThat(deleted.statusCode()).isEqualTo(204);
        assertThat(caller.get(path).statusCode()).isEqualTo(404);
        assertThat(caller.send("DELETE", path, new byte[0]).statusCode()).isEqualTo(404);
    }

    @Test
    void aPinnedObjectStaysUntilItIsUnpinned() {
        // Given
        String path = caller.stored(Caller.fresh(1000));
        assertThat(caller.send("PUT", path + "/pin", new byte[0]).statusCode()).isEqualTo(204);

        // When
        var refused = caller.send("DELETE", path, new byte[0]);

        // Then
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(text(refused)).contains("\"code\":\"PINNED\"");
        assertThat(caller.send("DELETE", path + "/pin", new byte[0]).statusCode())
                .isEqualTo(204);
        assertThat(caller.send("DELETE", path, new byte[0]).statusCode()).isEqualTo(204);
    }

    @Test
    void theFirstWriterIsTheOwnerAndOnlyTheNetworkIsTold() {
        // Given
        byte[] content = Caller.fresh(1000);
        new Caller("scope in storage:write", "account = acc_first", "tenant = t1").put(content);
        new Caller("scope in storage:write", "account = acc_second").put(content);
        String path = "/o/" + address(content);

        // When
        var told = caller.get(path);

        // Then
        assertThat(header(told, "Quintet-Owner")).isEqualTo("acc_first");
        assertThat(header(caller.send("HEAD", path, new byte[0]), "Quintet-Owner"))
                .isEqualTo("acc_first");
        assertThat(header(Caller.anonymous("GET", path), "Quintet-Owner")).isEmpty();
        assertThat(header(new Caller("scope in storage:write").get(path), "Quintet-Owner"))
                .isEmpty();
    }

    @Test
    void aServiceInFrontIsToldTheOwnerBesideAnyCallerAndMayNothingElse() {
        // Given
        byte[] content = Caller.fresh(1000);
        String path = "/o/" + address(content);
        String service = new Caller("scope in storage:owner,storage:write").token();
        String useless = new Caller("scope in storage:write").token();

        // When
        var stored = new Caller("scope in storage:write", "account = acc_mine")
                .send("PUT", path, content, OwnerAudience.SERVICE_TOKEN, service);
        var read = Caller.anonymous("GET", path, OwnerAudience.SERVICE_TOKEN, service);

        // Then
        assertThat(header(stored, "Quintet-Owner")).isEqualTo("acc_mine");
        assertThat(header(read, "Quintet-Owner")).isEqualTo("acc_mine");
        assertThat(header(Caller.anonymous("GET", path, OwnerAudience.SERVICE_TOKEN, useless), "Quintet-Owner"))
                .isEmpty();
        assertThat(Caller.anonymous("GET", path, OwnerAudience.SERVICE_TOKEN, "garbage")
                        .statusCode())
                .isEqualTo(200);
        assertThat(Caller.anonymous("PUT", path, OwnerAudience.SERVICE_TOKEN, service)
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void theTenantOwnsWhatNoAccountWrote() {
        // Given
        byte[] content = Caller.fresh(1000);

        // When
        new Caller("scope in storage:write", "tenant = t1").put(content);

        // Then
        assertThat(header(caller.get("/o/" + address(content)), "Quintet-Owner"))
                .isEqualTo("t1");
    }

    @Test
    void everyMutationNeedsItsScope() {
        String path = caller.stored(Caller.fresh(1000));
        var reader = new Caller("scope in storage:owner");
        var writer = new Caller("scope in storage:write");

        assertThat(Caller.anonymous("PUT", path).statusCode()).isEqualTo(401);
        assertThat(Caller.anonymous("POST", "/o").statusCode()).isEqualTo(401);
        assertThat(Caller.anonymous("DELETE", path).statusCode()).isEqualTo(401);
        assertThat(Caller.anonymous("POST", "/uploads").statusCode()).isEqualTo(401);
        assertThat(Caller.anonymous("GET", "/admin/volumes").statusCode()).isEqualTo(401);
        assertThat(reader.put(Caller.fresh(10)).statusCode()).isEqualTo(403);
        assertThat(writer.send("DELETE", path, new byte[0]).statusCode()).isEqualTo(403);
        assertThat(writer.get("/admin/volumes").statusCode()).isEqualTo(403);
        assertThat(writer.send("POST", "/admin/scrub", new byte[0]).statusCode())
                .isEqualTo(403);
        assertThat(caller.get(path).statusCode()).isEqualTo(200);
    }

    @Test
    void aWriteThatMustBeTheFirstIsRefusedTheSecondTime() {
        // Given
        byte[] content = Caller.fresh(1000);
        String path = "/o/" + address(content);
        var first = caller.send("PUT", path, content, "If-None-Match", "*");

        // When
        var second = caller.send("PUT", path, content, "If-None-Match", "*");

        // Then
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(second.statusCode()).isEqualTo(412);
    }

    @Test
    void operatorsSeeVolumesAndAskForRepairs() throws IOException {
        // Given
        String path = caller.stored(Caller.fresh(1000));
        String address = path.substring("/o/".length());

        // When
        var volumes = caller.get("/admin/volumes");

        // Then
        var json = new ObjectMapper().readTree(volumes.body());
        assertThat(json.get("volumes").get(0).get("state").asText()).isEqualTo("healthy");
        assertThat(json.get("volumes").get(0).get("live_bytes").isNumber()).isTrue();
        assertThat(caller.send("POST", "/admin/repair", new byte[0]).statusCode())
                .isEqualTo(202);
        assertThat(caller.send(
                                "POST",
                                "/admin/repair",
                                ("{\"address\":\"" + address + "\"}").getBytes(java.nio.charset.StandardCharsets.UTF_8))
                        .statusCode())
                .isEqualTo(202);
        assertThat(caller.send(
                                "POST",
                                "/admin/repair",
                                "{\"adress\":\"x\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8))
                        .statusCode())
                .isEqualTo(400);
        assertThat(caller.send(
                                "POST",
                                "/admin/repair",
                                "{\"address\":\"b3:x\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8))
                        .statusCode())
                .isEqualTo(400);
        assertThat(caller.send("POST", "/admin/scrub", new byte[0]).statusCode())
                .isEqualTo(202);
        assertThat(text(caller.get("/admin/repair"))).contains("\"missing\":", "\"scrubbed\":", "\"repaired_bytes\":");
    }
}
