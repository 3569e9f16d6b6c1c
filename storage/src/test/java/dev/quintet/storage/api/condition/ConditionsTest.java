package dev.quintet.storage.api.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.api.condition.ByteRange.Selection;
import dev.quintet.storage.api.condition.Conditions.Verdict;
import io.vertx.core.MultiMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionsTest {
    private static final ContentAddress OURS = ContentAddress.parse("b3:" + "ab".repeat(32));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "If-None-Match | \"US\"              | NOT_MODIFIED",
                "If-None-Match | W/\"US\"            | NOT_MODIFIED",
                "If-None-Match | *                   | NOT_MODIFIED",
                "If-None-Match | \"x\", \"US\"       | NOT_MODIFIED",
                "If-None-Match | \"a,b\",W/\"US\"    | NOT_MODIFIED",
                "If-None-Match | \"x\"               | PROCEED",
                "If-None-Match | US                  | PROCEED",
                "If-None-Match | \"US                | PROCEED",
                "If-None-Match | \"x,\"US\"\"        | PROCEED",
                "If-Match      | \"US\"              | PROCEED",
                "If-Match      | *                   | PROCEED",
                "If-Match      | \"x\",\"US\"        | PROCEED",
                "If-Match      | W/\"US\"            | PRECONDITION_FAILED",
                "If-Match      | \"x\"               | PRECONDITION_FAILED",
                "If-Match      | US                  | PRECONDITION_FAILED",
                "If-Unmodified-Since | Sat, 29 Oct 1994 19:43:31 GMT | PROCEED",
                "If-Modified-Since   | Sat, 29 Oct 2094 19:43:31 GMT | PROCEED"
            })
    void aReadIsJudgedByItsTags(String name, String value, Verdict verdict) {
        var conditions = of(name, value.replace("US", OURS.toString()));

        assertThat(conditions.judge(OURS)).isEqualTo(verdict);
    }

    @Test
    void ifMatchIsAskedFirst() {
        var conditions = of("If-Match", "\"x\"", "If-None-Match", "\"" + OURS + "\"");

        assertThat(conditions.judge(OURS)).isEqualTo(Verdict.PRECONDITION_FAILED);
    }

    @Test
    void aRangeHoldsForTheTagItWasAskedFor() {
        var conditions = of("Range", "bytes=0-1", "If-Range", "\"" + OURS + "\"");

        assertThat(conditions.select(OURS, 10)).isEqualTo(new Selection.Part(0, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"x\"", "W/\"US\"", "Sat, 29 Oct 2094 19:43:31 GMT", "*", "US"})
    void aRangeForAnotherTagIsAnsweredWhole(String value) {
        var conditions = of("Range", "bytes=99-", "If-Range", value.replace("US", OURS.toString()));

        assertThat(conditions.select(OURS, 10)).isEqualTo(new Selection.All());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "If-None-Match | *       | true  | false",
                "If-None-Match | *       | false | true",
                "If-None-Match | \"US\"  | true  | false",
                "If-None-Match | \"x\"   | true  | true",
                "If-Match      | *       | false | false",
                "If-Match      | *       | true  | true",
                "If-Match      | \"x\"   | true  | false"
            })
    void aWriteIsJudgedByWhatIsThere(String name, String value, boolean exists, boolean admitted) {
        var conditions = of(name, value.replace("US", OURS.toString()));

        assertThat(conditions.admitsWrite(OURS, exists)).isEqualTo(admitted);
    }

    @ParameterizedTest
    @CsvSource({
        "b3,true",
        "B3,true",
        "sha-256,false",
        "b3=5,true",
        "b3=0,false",
        "b3;q=0,false",
        "b3;q=0.5,true",
        "'',false"
    })
    void aProofIsGivenWhereOneOfOursIsWanted(String value, boolean wanted) {
        assertThat(WantedProof.of(List.of(value))).isEqualTo(wanted);
        assertThat(WantedProof.of(List.of("sha-256=1, " + value))).isEqualTo(wanted);
    }

    private static Conditions of(String... headers) {
        var map = MultiMap.caseInsensitiveMultiMap();
        for (int i = 0; i < headers.length; i += 2) {
            map.add(headers[i], headers[i + 1]);
        }
        return Conditions.of(map);
    }
}
