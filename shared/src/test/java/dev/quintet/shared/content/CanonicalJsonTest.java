package dev.quintet.shared.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void agreesWithTheExampleOfTheRfc() throws JsonProcessingException {
        // Given: RFC 8785 §3.2.2.
        String in = """
                {
                  "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                  "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
                  "literals": [null, true, false]
                }""";

        // Then
        assertThat(canonical(in))
                .isEqualTo("{\"literals\":[null,true,false],"
                        + "\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                        + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
    }

    @Test
    void sortsNamesByUtf16Units() throws JsonProcessingException {
        // Given: RFC 8785 §3.2.3.
        String in =
                "{\"\\u20ac\":\"Euro Sign\",\"\\r\":\"Carriage Return\",\"\\ufb33\":\"Hebrew Letter Dalet With Dagesh\","
                        + "\"1\":\"One\",\"\\ud83d\\ude00\":\"Emoji: Grinning Face\",\"\\u0080\":\"Control\","
                        + "\"\\u00f6\":\"Latin Small Letter O With Diaeresis\"}";

        // Then
        assertThat(canonical(in))
                .containsSubsequence(
                        "Carriage Return",
                        "One",
                        "Control",
                        "Latin Small Letter O With Diaeresis",
                        "Euro Sign",
                        "Emoji: Grinning Face",
                        "Hebrew Letter Dalet With Dagesh");
    }

    /** RFC 8785 appendix B. */
    @ParameterizedTest
    @CsvSource({
        "0000000000000000, 0",
        "8000000000000000, 0",
        "0000000000000001, 5e-324",
        "8000000000000001, -5e-324",
        "7fefffffffffffff, 1.7976931348623157e+308",
        "ffefffffffffffff, -1.7976931348623157e+308",
        "4340000000000000, 9007199254740992",
        "c340000000000000, -9007199254740992",
        "4430000000000000, 295147905179352830000",
        "44b52d02c7e14af5, 9.999999999999997e+22",
        "44b52d02c7e14af6, 1e+23",
        "44b52d02c7e14af7, 1.0000000000000001e+23",
        "444b1ae4d6e2ef4e, 999999999999999700000",
        "444b1ae4d6e2ef4f, 999999999999999900000",
        "444b1ae4d6e2ef50, 1e+21",
        "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
        "3eb0c6f7a0b5ed8d, 0.000001",
        "41b3de4355555553, 333333333.3333332",
        "41b3de4355555554, 333333333.33333325",
        "41b3de4355555555, 333333333.3333333",
        "41b3de4355555556, 333333333.3333334",
        "41b3de4355555557, 333333333.33333343",
        "becbf647612f3696, -0.0000033333333333333333",
        "43143ff3c1cb0959, 1424953923781206.2"
    })
    void printsNumbersAsTheRfcLists(String bits, String expected) {
        assertThat(EcmaNumber.format(Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16))))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"2, 1e-323", "3, 1.5e-323", "4, 2e-323", "5, 2.5e-323", "6, 3e-323", "10, 5e-323", "14, 7e-323"})
    void printsTheSmallestSubnormalsWithOneDigitWhereThatIsEnough(long bits, String expected) {
        assertThat(EcmaNumber.format(Double.longBitsToDouble(bits))).isEqualTo(expected);
    }

    @Test
    void takesMapsAndCollectionsOfPlainValues() {
        // Given
        var document = new HashMap<String, Object>();
        document.put("b", List.of(1, 2L, (short) 3, new BigDecimal("0.10"), 1.5f, BigInteger.TEN));
        document.put("a", Map.of("z", true, "y", ""));
        document.put("c", null);
        document.put("node", JsonNodeFactory.instance.objectNode().put("k", 1));
        document.put("none", Arrays.asList(null, Map.of(), List.of()));

        // Then
        assertThat(new String(CanonicalJson.bytes(document), StandardCharsets.UTF_8))
                .isEqualTo("{\"a\":{\"y\":\"\",\"z\":true},\"b\":[1,2,3,0.1,1.5,10],\"c\":null,"
                        + "\"node\":{\"k\":1},\"none\":[null,{},[]]}");
    }

    @Test
    void takesIntegersUpToTwoToTheFiftyThreeAndRefusesTheNext() throws JsonProcessingException {
        assertThat(canonical("[9007199254740991,9007199254740992,-9007199254740992,1e21]"))
                .isEqualTo("[9007199254740991,9007199254740992,-9007199254740992,1e+21]");
        for (String number : List.of("9007199254740993", "-9007199254740993", "18446744073709551616", "1e20", "1e16")) {
            assertThatThrownBy(() -> canonical("[" + number + "]"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("2^53");
        }
    }

    @Test
    void refusesWhatHasNoCanonicalForm() {
        for (Object value : List.of(
                Double.NaN,
                Double.POSITIVE_INFINITY,
                Float.NEGATIVE_INFINITY,
                "\ud800",
                "\udc00\ud800",
                "a\udfff",
                'c')) {
            assertThatThrownBy(() -> CanonicalJson.bytes(Map.of("k", value)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> CanonicalJson.bytes(Map.of("\ud83d", 1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CanonicalJson.bytes(Map.of("k", Map.of(1, 2))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CanonicalJson.bytes(JsonNodeFactory.instance.binaryNode(new byte[1])))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 257, 900})
    void limitsTheDepth(int depth) throws JsonProcessingException {
        String in = "[".repeat(depth) + "]".repeat(depth);
        if (depth <= 257) {
            assertThat(canonical(in)).isEqualTo(in);
        } else {
            assertThatThrownBy(() -> canonical(in))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("deeper");
        }
    }

    private static String canonical(String json) throws JsonProcessingException {
        return new String(CanonicalJson.bytes(MAPPER.readTree(json)), StandardCharsets.UTF_8);
    }
}
