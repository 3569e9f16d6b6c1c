package dev.quintet.storage.api.tus;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code Upload-Metadata}: keys with Base64 values, of which only {@code b3} means something to us. */
public record UploadMetadata(String text, Map<String, String> values) {
    /** It is stored with the upload; a file name and a type need a tenth of it. */
    static final int LENGTH_MAX = 4_096;

    static final String ADDRESS_KEY = "b3";

    private static final int ADDRESS_HEX = 2 * ContentAddress.BYTES;

    /** Reads the header's value, none included; 400 for what is not in the protocol's grammar. */
    public static UploadMetadata parse(@Nullable String header) {
        if (header == null || header.isBlank()) {
            return new UploadMetadata("", Map.of());
        }
        if (header.length() > LENGTH_MAX) {
            throw malformed("Upload-Metadata is longer than " + LENGTH_MAX);
        }
        var values = new LinkedHashMap<String, String>();
        for (String pair : header.split(",", -1)) {
            String[] parts = pair.strip().split(" ", -1);
            boolean sound = parts.length <= 2 && key(parts[0]) && (parts.length < 2 || decodable(parts[1]));
            if (!sound) {
                throw malformed("Upload-Metadata is a list of keys, each with a Base64 value");
            }
            if (values.put(parts[0], parts.length < 2 ? "" : parts[1]) != null) {
                throw malformed("Upload-Metadata has a key twice");
            }
        }
        return new UploadMetadata(header, Map.copyOf(values));
    }

    /** The address that the finished upload must have, if the client says so: its text, its hex digits, or its bytes. */
    public Optional<ContentAddress> address() {
        String value = values.get(ADDRESS_KEY);
        if (value == null) {
            return Optional.empty();
        }
        byte[] decoded = Base64.getDecoder().decode(value);
        if (decoded.length == ContentAddress.BYTES) {
            return Optional.of(ContentAddress.of(decoded, 0));
        }
        String text = new String(decoded, StandardCharsets.US_ASCII);
        var address = ContentAddress.tryParse(text.length() == ADDRESS_HEX ? ADDRESS_KEY + ":" + text : text);
        if (address.isEmpty()) {
            throw malformed("b3 in Upload-Metadata is not an address");
        }
        return address;
    }

    private static boolean key(String key) {
        return !key.isEmpty() && key.chars().allMatch(c -> c > 0x20 && c < 0x7f);
    }

    private static boolean decodable(String value) {
        try {
            Base64.getDecoder().decode(value);
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static ServiceException malformed(String detail) {
        return new ServiceException(CommonError.BAD_REQUEST, detail);
    }
}
