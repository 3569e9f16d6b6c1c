package dev.quintet.storage.api;

import static dev.quintet.storage.api.Caller.address;
import static dev.quintet.storage.api.Caller.header;
import static dev.quintet.storage.api.Caller.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.content.SliceProof;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The Range and conditional suite over HTTP; the grammar itself is in ByteRangeTest and ConditionsTest. */
@QuarkusTest
@TestProfile(StorageProfile.class)
@Timeout(120)
class RangeResourceTest {
    private static final int SIZE = 700_001;
    private static final byte[] CONTENT = Caller.fresh(SIZE);

    private final Caller caller = Caller.withEveryScope();
    private final String path = "/o/" + address(CONTENT);

    @ParameterizedTest
    @CsvSource({
        "bytes=0-0, 0, 0",
        "bytes=0-65535, 0, 65535",
        "bytes=65535-65536, 65535, 65536",
        "bytes=65536-131071, 65536, 131071",
        "bytes=1-699999, 1, 699999",
        "bytes=700000-, 700000, 700000",
        "bytes=0-, 0, 700000",
        "bytes=-1, 700000, 700000",
        "bytes=-65537, 634464, 700000",
        "bytes=-9999999, 0, 700000",
        "bytes=5-9999999999, 5, 700000"
    })
    void aRangeIsExactlyItsBytes(String range, int first, int last) {
        // Given
        caller.put(CONTENT);

        // When
        var part = caller.get(path, "Range", range);

        // Then
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body()).isEqualTo(Arrays.copyOfRange(CONTENT, first, last + 1));
        assertThat(header(part, "Content-Range")).isEqualTo("bytes " + first + "-" + last + "/" + SIZE);
        assertThat(header(part, "Content-Length")).isEqualTo(Integer.toString(last - first + 1));
        assertThat(header(part, "ETag")).isEqualTo('"' + address(CONTENT) + '"');
        assertThat(header(part, "Content-Proof")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=700001-", "bytes=-0", "bytes=5-3", "bytes=a-b", "bytes=", "bytes=1", "bytes=9-,x"})
    void aRangeThatIsNotThereIsRefusedWithTheSize(String range) {
        // Given
        caller.put(CONTENT);

        // When
        var refused = caller.get(path, "Range", range);

        // Then
        assertThat(refused.statusCode()).isEqualTo(416);
        assertThat(header(refused, "Content-Range")).isEqualTo("bytes */" + SIZE);
        assertThat(header(refused, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(text(refused)).contains("\"code\":\"RANGE_NOT_SATISFIABLE\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "Range         | items=0-5        | 200",
                "Range         | bytes=0-1,5-6    | 200",
                "If-None-Match | \"US\"           | 304",
                "If-None-Match | *                | 304",
                "If-None-Match | W/\"US\", \"x\"  | 304",
                "If-None-Match | \"x\"            | 200",
                "If-Match      | \"US\"           | 200",
                "If-Match      | \"x\"            | 412",
                "If-Match      | W/\"US\"         | 412"
            })
    void conditionsDecideTheStatus(String name, String value, int status) {
        // Given
        caller.put(CONTENT);
        String condition = value.replace("US", address(CONTENT));

        // When
        var got = caller.get(path, name, condition);
        var head = caller.send("HEAD", path, new byte[0], name, condition);

        // Then
        assertThat(got.statusCode()).isEqualTo(status).isEqualTo(head.statusCode());
        if (status == 200) {
            assertThat(got.body()).isEqualTo(CONTENT);
        }
        if (status == 304) {
            assertThat(got.body()).isEmpty();
            assertThat(header(got, "ETag")).isEqualTo('"' + address(CONTENT) + '"');
            assertThat(header(got, "Cache-Control")).contains("immutable");
        }
        if (status == 412) {
            assertThat(text(got)).contains("PRECONDITION_FAILED");
        }
    }

    @Test
    void aRangeOfAnotherVersionIsAnsweredWhole() {
        // Given
        caller.put(CONTENT);

        // When
        var stale = caller.get(path, "Range", "bytes=0-9", "If-Range", "\"other\"");
        var fresh = caller.get(path, "Range", "bytes=0-9", "If-Range", '"' + address(CONTENT) + '"');

        // Then
        assertThat(stale.statusCode()).isEqualTo(200);
        assertThat(stale.body()).isEqualTo(CONTENT);
        assertThat(fresh.statusCode()).isEqualTo(206);
    }

    @ParameterizedTest
    @CsvSource({"0, 65535, 0, 65536", "65536, 196607, 65536, 196608", "655360, 700000, 655360, 700001"})
    void aSliceIsProvenAgainstTheAddressAlone(int first, int last, int from, int to) {
        // Given
        caller.put(CONTENT);

        // When
        var part = caller.get(path, "Range", "bytes=" + first + "-" + last, "Want-Content-Proof", "b3");

        // Then
        String text = header(part, "Content-Proof");
        var proof = SliceProof.tryParse(text).orElseThrow();
        var address = ContentAddress.parse(address(CONTENT));
        assertThat(text.length()).isLessThan((to - from) / 100);
        assertThat(proof.verifies(address, part.body())).isTrue();
        part.body()[7] ^= 1;
        assertThat(proof.verifies(address, part.body())).isFalse();
    }

    @Test
    void aHeadIgnoresRanges() {
        // Given
        caller.put(CONTENT);

        // When
        var head = caller.send("HEAD", path, new byte[0], "Range", "bytes=0-9");

        // Then
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(header(head, "Content-Length")).isEqualTo(Integer.toString(SIZE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "b3:ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef0123456789",
                "b3:abc",
                "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                "b3:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0",
                "b3:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdeg",
                "B3:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
            })
    void whatIsNoAddressIsABadRequest(String address) {
        for (String method : new String[] {"GET", "PUT", "DELETE"}) {
            var refused = caller.send(method, "/o/" + address, new byte[] {1});
            assertThat(refused.statusCode()).as(method).isEqualTo(400);
            assertThat(text(refused)).contains("BAD_REQUEST");
        }
        assertThat(caller.get("/o/" + address + "/manifest").statusCode()).isEqualTo(400);
    }

    @Test
    void anUnknownObjectIsNotFoundWhateverIsAskedOfIt() {
        String unknown = "/o/b3:" + "00".repeat(32);

        assertThat(caller.get(unknown, "If-Match", "*", "Range", "bytes=x").statusCode())
                .isEqualTo(404);
        assertThat(caller.send("HEAD", unknown, new byte[0]).statusCode()).isEqualTo(404);
        assertThat(caller.get(unknown + "/manifest").statusCode()).isEqualTo(404);
        assertThat(caller.send("DELETE", unknown, new byte[0]).statusCode()).isEqualTo(404);
        assertThat(caller.send("PUT", unknown + "/pin", new byte[0]).statusCode())
                .isEqualTo(404);
    }
}
