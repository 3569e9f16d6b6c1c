package dev.quintet.storage.api.tus;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import io.vertx.core.MultiMap;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The names and numbers of the tus 1.0 protocol. */
public final class Tus {
    public static final String VERSION = "1.0.0";
    public static final String EXTENSIONS = "creation,creation-defer-length,termination,expiration,checksum";
    public static final String PIECE_TYPE = "application/offset+octet-stream";

    public static final String RESUMABLE = "Tus-Resumable";
    public static final String UPLOAD_LENGTH = "Upload-Length";
    public static final String UPLOAD_DEFER_LENGTH = "Upload-Defer-Length";
    public static final String UPLOAD_OFFSET = "Upload-Offset";
    public static final String UPLOAD_EXPIRES = "Upload-Expires";
    public static final String UPLOAD_METADATA = "Upload-Metadata";
    public static final String UPLOAD_CHECKSUM = "Upload-Checksum";

    private static final int DIGITS_MAX = 18;
    // IMF-fixdate, with the two digits that DateTimeFormatter.RFC_1123_DATE_TIME leaves out of single-digit days.
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private Tus() {}

    /** What a new upload says of its length: a number, or nothing yet; 400 for neither, both, or anything else. */
    public static OptionalLong announcedLength(MultiMap headers) {
        String length = headers.get(UPLOAD_LENGTH);
        String deferred = headers.get(UPLOAD_DEFER_LENGTH);
        if ((length == null) == (deferred == null)) {
            throw malformed("say either " + UPLOAD_LENGTH + " or " + UPLOAD_DEFER_LENGTH);
        }
        if (length != null) {
            return OptionalLong.of(number(UPLOAD_LENGTH, length));
        }
        if (!"1".equals(deferred)) {
            throw malformed(UPLOAD_DEFER_LENGTH + " can only be 1");
        }
        return OptionalLong.empty();
    }

    /** Not negative; 400 for anything else. */
    public static long number(String header, @Nullable String value) {
        boolean digits = value != null
                && !value.isEmpty()
                && value.length() <= DIGITS_MAX
                && value.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!digits) {
            throw malformed(header + " must be a whole number, 0 or more");
        }
        return Long.parseLong(value);
    }

    /** As HTTP writes dates. */
    public static String date(Instant time) {
        return DATE.format(time.atOffset(ZoneOffset.UTC));
    }

    private static ServiceException malformed(String detail) {
        return new ServiceException(CommonError.BAD_REQUEST, detail);
    }
}
