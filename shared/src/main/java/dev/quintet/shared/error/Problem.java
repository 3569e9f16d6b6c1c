package dev.quintet.shared.error;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one error body of every service: RFC 9457 with our extension members. It writes itself, without reflection, so
 * that the layers below JAX-RS answer in the same shape.
 */
public record Problem(
        ErrorCode code,
        String detail,
        String corrId,
        Map<String, Object> details,
        @Nullable Integer retryAfter) {
    public static final String MEDIA_TYPE = "application/problem+json";

    private static final JsonFactory JSON = new JsonFactory();

    /** What {@code failure} tells the caller; {@code corrId} lets operators find it in the log. */
    public static Problem of(ServiceException failure, String corrId) {
        var code = failure.code();
        return new Problem(
                code, failure.detail(), corrId, failure.details(), retryAfter(code.status(), failure.retryAfter()));
    }

    /** Whole seconds, rounded up, at least one; only where the status says that waiting helps. */
    private static @Nullable Integer retryAfter(int status, @Nullable Duration advised) {
        if (status != 429 && status != 503) {
            return null;
        }
        if (advised == null) {
            return 1;
        }
        long seconds = advised.plusNanos(999_999_999).toSeconds();
        return Math.clamp(seconds, 1, Integer.MAX_VALUE);
    }

    public int status() {
        return code.status();
    }

    /** The body as UTF-8. */
    public byte[] toJson() {
        var bytes = new ByteArrayOutputStream(256);
        try (var json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField(
                    "type",
                    "urn:quintet:error:" + code.name().toLowerCase(Locale.ROOT).replace('_', '-'));
            json.writeStringField("title", code.title());
            json.writeNumberField("status", code.status());
            json.writeStringField("detail", detail);
            json.writeStringField("code", code.name());
            json.writeBooleanField("retryable", code.retryable());
            if (retryAfter != null) {
                json.writeNumberField("retry_after", retryAfter);
            }
            json.writeStringField("corr_id", corrId);
            json.writeFieldName("details");
            write(json, details);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // A byte array does not fail.
        }
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case Map<?, ?> map -> {
                json.writeStartObject();
                for (var entry : map.entrySet()) {
                    json.writeFieldName(String.valueOf(entry.getKey()));
                    write(json, entry.getValue());
                }
                json.writeEndObject();
            }
            case Iterable<?> items -> {
                json.writeStartArray();
                for (Object item : items) {
                    write(json, item);
                }
                json.writeEndArray();
            }
            case Boolean flag -> json.writeBoolean(flag);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            // Everything else, big numbers included, travels as text: that is also how money is written.
            default -> json.writeString(String.valueOf(value));
        }
    }
}
