package dev.quintet.registry.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Documents in and out, JSON and CBOR alike: one tree, no duplicate names, nothing behind the end. */
final class Bodies {
    static final String JSON = "application/json";
    static final String CBOR = "application/cbor";

    private static final ObjectMapper JSON_MAPPER = new ObjectMapper();
    private static final ObjectMapper CBOR_MAPPER = new CBORMapper();
    private static final ObjectReader JSON_READER = strict(JSON_MAPPER);
    private static final ObjectReader CBOR_READER = strict(CBOR_MAPPER);

    private Bodies() {}

    /** The document in a request's body. */
    static JsonNode read(byte[] body, @Nullable String contentType) {
        boolean cbor = contentType != null && contentType.regionMatches(true, 0, CBOR, 0, CBOR.length());
        try {
            var tree = (cbor ? CBOR_READER : JSON_READER).readTree(body);
            if (tree == null || tree.isMissingNode()) {
                throw Refusals.malformed("a body is required");
            }
            return tree;
        } catch (JsonProcessingException e) {
            String what = String.valueOf(e.getOriginalMessage()).startsWith("Duplicate")
                    ? "duplicate field"
                    : "the body is not valid " + (cbor ? "CBOR" : "JSON");
            throw Refusals.malformed(what);
        } catch (IOException e) {
            throw Refusals.malformed("the body cannot be read");
        } catch (RuntimeException e) {
            // Some malformed CBOR ends in an exception of another kind.
            throw e instanceof ServiceException ? e : Refusals.malformed("the body is not valid");
        }
    }

    static byte[] json(JsonNode tree) {
        try {
            return JSON_MAPPER.writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new ServiceException(CommonError.INTERNAL, "the answer cannot be written");
        }
    }

    static byte[] cbor(byte[] json) throws IOException {
        return CBOR_MAPPER.writeValueAsBytes(JSON_MAPPER.readTree(json));
    }

    static JsonNode tree(byte[] json) {
        try {
            return JSON_MAPPER.readTree(json);
        } catch (IOException e) {
            throw new ServiceException(CommonError.INTERNAL, "a document of the log cannot be read");
        }
    }

    private static ObjectReader strict(ObjectMapper mapper) {
        return mapper.reader()
                .with(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                .with(
                        DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .without(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION);
    }
}
