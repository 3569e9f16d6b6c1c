package dev.quintet.shared.content;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.erdtman.jcs.JsonCanonicalizer;
import org.erdtman.jcs.NumberToJSON;

class CanonicalJsonProperties {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Property(tries = 500)
    void agreesWithTheReferenceLibrary(@ForAll("documents") JsonNode document) throws IOException {
        byte[] ours = CanonicalJson.bytes(document);
        byte[] reference = new JsonCanonicalizer(MAPPER.writeValueAsString(document)).getEncodedUTF8();
        assertThat(new String(ours, StandardCharsets.UTF_8)).isEqualTo(new String(reference, StandardCharsets.UTF_8));
    }

    @Property(tries = 500)
    void isAFixedPoint(@ForAll("documents") JsonNode document) throws IOException {
        byte[] once = CanonicalJson.bytes(document);
        assertThat(CanonicalJson.bytes(MAPPER.readTree(once))).isEqualTo(once);
    }

    @Property(tries = 20_000)
    void printsEveryDoubleAsTheReferenceDoesAndReadsItBack(@ForAll long bits) throws IOException {
        double value = Double.longBitsToDouble(bits);
        if (!Double.isFinite(value)) {
            return;
        }
        String text = EcmaNumber.format(value);
        assertThat(Double.parseDouble(text)).isEqualTo(value + 0.0);
        // Below the normal range the reference prints forms such as 0.000…1e-178 that no ECMAScript engine prints.
        if (Math.abs(value) >= Double.MIN_NORMAL) {
            assertThat(text).isEqualTo(NumberToJSON.serializeNumber(value));
        }
    }

    @Provide
    Arbitrary<JsonNode> documents() {
        // The reference reads every number as a double, so the integers stay within the safe range.
        Arbitrary<JsonNode> leaves = Arbitraries.oneOf(
                Arbitraries.strings()
                        .ofMaxLength(8)
                        .filter(CanonicalJsonProperties::paired)
                        .map(NODES::textNode),
                Arbitraries.longs().between(-(1L << 53), 1L << 53).map(NODES::numberNode),
                Arbitraries.doubles().filter(CanonicalJsonProperties::printable).map(NODES::numberNode),
                Arbitraries.of(NODES.nullNode(), NODES.booleanNode(true), NODES.booleanNode(false)));
        return Arbitraries.recursive(() -> leaves, CanonicalJsonProperties::containers, 0, 3)
                .map(node -> NODES.arrayNode().add(node));
    }

    private static Arbitrary<JsonNode> containers(Arbitrary<JsonNode> inner) {
        Arbitrary<String> names = Arbitraries.strings().ofMaxLength(4).filter(CanonicalJsonProperties::paired);
        return Arbitraries.oneOf(
                inner.list().ofMaxSize(4).map(items -> NODES.arrayNode().addAll(items)),
                Arbitraries.maps(names, inner)
                        .ofMaxSize(5)
                        .map(members -> NODES.objectNode().setAll(members)));
    }

    private static boolean printable(double value) {
        double size = Math.abs(value);
        return size == 0 || (size >= Double.MIN_NORMAL && size <= 1L << 53) || size >= EcmaNumber.EXPONENT_FROM;
    }

    private static boolean paired(String text) {
        return text.codePoints().noneMatch(code -> code >= 0xd800 && code <= 0xdfff);
    }
}
