package dev.quintet.shared.http;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says what is wrong with a JSON document and where, without quoting any value of it. */
final class JsonFault {
    // Field names are the caller's too: only what looks like one is repeated.
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    private JsonFault() {}

    static String describe(JsonProcessingException fault) {
        return what(fault) + where(fault);
    }

    private static String what(JsonProcessingException fault) {
        return switch (fault) {
            case UnrecognizedPropertyException _ -> "unknown field";
            case InvalidFormatException _ -> "a value has the wrong form";
            case ValueInstantiationException _ -> "a value is not allowed";
            case MismatchedInputException _ -> misfit(fault);
            case JsonMappingException _ -> duplicate(fault) ? "duplicate field" : "the document does not fit";
            default -> duplicate(fault) ? "duplicate field" : "the body is not valid JSON";
        };
    }

    private static String misfit(JsonProcessingException fault) {
        String message = String.valueOf(fault.getOriginalMessage());
        if (message.startsWith("Trailing token")) {
            return "something follows the document";
        }
        return message.startsWith("Missing required") ? "a required field is missing" : "a value has the wrong type";
    }

    private static boolean duplicate(JsonProcessingException fault) {
        return String.valueOf(fault.getOriginalMessage()).startsWith("Duplicate field");
    }

    private static String where(JsonProcessingException fault) {
        String path = fault instanceof JsonMappingException mapping
                ? mapping.getPath().stream().map(JsonFault::step).collect(Collectors.joining("."))
                : "";
        if (!path.isEmpty()) {
            return ": " + path;
        }
        return position(fault.getLocation());
    }

    private static String step(JsonMappingException.Reference step) {
        String name = step.getFieldName();
        if (name == null) {
            return "[" + step.getIndex() + "]";
        }
        return NAME.matcher(name).matches() ? name : "?";
    }

    private static String position(@Nullable JsonLocation location) {
        return location == null ? "" : ": line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
