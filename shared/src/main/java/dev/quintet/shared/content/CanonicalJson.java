package dev.quintet.shared.content;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The one byte sequence of a JSON document (RFC 8785), to be hashed or signed: members sorted by UTF-16 units, no white
 * space, numbers as ECMAScript prints a double, shortest escapes.
 *
 * <p>Stricter than the RFC in one point: what would print as an integer past 2<sup>53</sup> is refused, since readers
 * round it and two documents must never share their bytes. Money and other large numbers are strings. Also refused: NaN, infinities,
 * unpaired surrogates, nesting past 256, and values that are not JSON.
 */
public final class CanonicalJson {
    private static final int DEPTH_MAX = 256;
    private static final BigInteger INTEGER_MAX = BigInteger.ONE.shiftLeft(53);

    private final StringBuilder out = new StringBuilder();

    private CanonicalJson() {}

    /**
     * The canonical UTF-8 of a parsed document.
     *
     * @throws IllegalArgumentException when the document has no canonical form
     */
    public static byte[] bytes(JsonNode document) {
        return write(document);
    }

    /**
     * The same for plain values: maps with string keys, collections, strings, numbers, booleans, nulls, JSON nodes.
     *
     * @throws IllegalArgumentException when the document has no canonical form
     */
    public static byte[] bytes(Map<String, ? extends @Nullable Object> document) {
        return write(document);
    }

    private static byte[] write(Object document) {
        var json = new CanonicalJson();
        json.value(document, 0);
        return json.out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void value(@Nullable Object value, int depth) {
        if (depth > DEPTH_MAX) {
            throw new IllegalArgumentException("nested deeper than " + DEPTH_MAX);
        }
        switch (value) {
            case null -> out.append("null");
            case JsonNode node -> node(node, depth);
            case Map<?, ?> map -> object(map, depth);
            case Collection<?> items -> array(items, depth);
            case String text -> string(text);
            case Boolean bool -> out.append(bool.booleanValue());
            case Number number -> number(number);
            default ->
                throw new IllegalArgumentException(
                        "not a JSON value: " + value.getClass().getName());
        }
    }

    private void node(JsonNode node, int depth) {
        switch (node.getNodeType()) {
            case OBJECT -> {
                var members = new LinkedHashMap<String, JsonNode>();
                node.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
                object(members, depth);
            }
            case ARRAY -> array(node.valueStream().toList(), depth);
            case STRING -> string(node.textValue());
            case NUMBER -> number(node.numberValue());
            case BOOLEAN -> out.append(node.booleanValue());
            case NULL -> out.append("null");
            case BINARY, MISSING, POJO -> throw new IllegalArgumentException("not a JSON value: " + node.getNodeType());
        }
    }

    private void object(Map<?, ?> map, int depth) {
        // The natural order of strings is the order of their UTF-16 units, as the RFC wants.
        var sorted = new TreeMap<String, @Nullable Object>();
        map.forEach((key, value) -> {
            if (!(key instanceof String name)) {
                throw new IllegalArgumentException("a member's name must be a string");
            }
            sorted.put(name, value);
        });
        char separator = '{';
        for (var member : sorted.entrySet()) {
            out.append(separator);
            string(member.getKey());
            out.append(':');
            value(member.getValue(), depth + 1);
            separator = ',';
        }
        out.append(separator == '{' ? "{}" : "}");
    }

    private void array(Collection<?> items, int depth) {
        char separator = '[';
        for (Object item : items) {
            out.append(separator);
            value(item, depth + 1);
            separator = ',';
        }
        out.append(separator == '[' ? "[]" : "]");
    }

    private void number(Number number) {
        switch (number) {
            case Byte _, Short _, Integer _, Long _ -> integer(BigInteger.valueOf(number.longValue()));
            case BigInteger big -> integer(big);
            case Float _, Double _, BigDecimal _ -> decimal(number.doubleValue());
            default ->
                throw new IllegalArgumentException(
                        "not a JSON number: " + number.getClass().getName());
        }
    }

    private void integer(BigInteger integer) {
        if (integer.abs().compareTo(INTEGER_MAX) > 0) {
            throw tooLarge();
        }
        out.append(integer);
    }

    private void decimal(double decimal) {
        // It would be printed as an integer, and refused when somebody reads that.
        if (Math.abs(decimal) > INTEGER_MAX.doubleValue() && Math.abs(decimal) < EcmaNumber.EXPONENT_FROM) {
            throw tooLarge();
        }
        out.append(EcmaNumber.format(decimal));
    }

    private static IllegalArgumentException tooLarge() {
        return new IllegalArgumentException("an integer past 2^53 has no canonical form; write it as a string");
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\t' -> out.append("\\t");
                case '\n' -> out.append("\\n");
                case '\f' -> out.append("\\f");
                case '\r' -> out.append("\\r");
                default -> {
                    if (c < ' ') {
                        out.append("\\u").append(HexFormat.of().toHexDigits(c));
                    } else if (Character.isSurrogate(c)) {
                        out.appendCodePoint(pair(text, i++));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    private static int pair(String text, int high) {
        int code = text.codePointAt(high);
        if (!Character.isSupplementaryCodePoint(code)) {
            throw new IllegalArgumentException("an unpaired surrogate has no canonical form");
        }
        return code;
    }
}
