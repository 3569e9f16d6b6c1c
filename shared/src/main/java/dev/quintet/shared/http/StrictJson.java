package dev.quintet.shared.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.quarkus.jackson.ObjectMapperCustomizer;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.EnumSet;

/**
 * JSON as the HTTP conventions want it: snake_case, and requests are what they claim to be. An unknown field, a
 * duplicate key, a value of another type, a missing primitive or anything after the document is an error.
 */
@Singleton
class StrictJson implements ObjectMapperCustomizer {

    @Override
    public int priority() {
        return MINIMUM_PRIORITY; // Last, so that it has the last word.
    }

    @Override
    public void customize(ObjectMapper mapper) {
        mapper.setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .configure(JsonParser.Feature.STRICT_DUPLICATE_DETECTION, true)
                // Error messages would otherwise quote the payload.
                .configure(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION.mappedFeature(), false);
        refuseCoercions(mapper);
        mapper.registerModule(new SimpleModule("quintet").addDeserializer(Instant.class, new Rfc3339()));
    }

    private static void refuseCoercions(ObjectMapper mapper) {
        var scalars = EnumSet.of(
                LogicalType.Integer, LogicalType.Float, LogicalType.Boolean, LogicalType.Textual, LogicalType.Enum);
        for (var type : scalars) {
            for (var shape : CoercionInputShape.values()) {
                if (!natural(type, shape)) {
                    mapper.coercionConfigFor(type).setCoercion(shape, CoercionAction.Fail);
                }
            }
        }
    }

    private static boolean natural(LogicalType type, CoercionInputShape shape) {
        return switch (shape) {
            case Integer -> type == LogicalType.Integer || type == LogicalType.Float;
            case Float -> type == LogicalType.Float;
            case Boolean -> type == LogicalType.Boolean;
            case String -> type == LogicalType.Textual || type == LogicalType.Enum;
            case EmptyString -> type == LogicalType.Textual;
            case Array, Object, Binary, EmptyArray, EmptyObject -> false;
        };
    }

    /** Jackson's own reader also takes bare numbers as seconds, which the conventions do not know. */
    private static final class Rfc3339 extends StdScalarDeserializer<Instant> {
        private static final long serialVersionUID = 1L;

        Rfc3339() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser json, DeserializationContext context) throws IOException {
            if (!json.hasToken(JsonToken.VALUE_STRING)) {
                return (Instant) context.handleUnexpectedToken(Instant.class, json);
            }
            try {
                return OffsetDateTime.parse(json.getText()).toInstant();
            } catch (DateTimeException _) {
                return (Instant) context.handleWeirdStringValue(Instant.class, json.getText(), "not an RFC 3339 time");
            }
        }
    }
}
