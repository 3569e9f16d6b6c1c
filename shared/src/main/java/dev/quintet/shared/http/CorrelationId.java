package dev.quintet.shared.http;

import dev.quintet.shared.content.Ulid;
import io.vertx.core.MultiMap;
import java.security.SecureRandom;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** The id that ties the log lines, errors and forwarded calls of one request together. */
public final class CorrelationId {
    public static final String HEADER = "X-Corr-ID";
    public static final String ALIAS = "X-Request-Id";

    /** Longer ids are not ours to store in every log line. */
    static final int LENGTH_MAX = 64;

    /** Its own class, because a native image must not carry the random numbers of the machine that built it. */
    private static final class Fresh {
        static final Ulid.Generator IDS = new Ulid.Generator(Clock.systemUTC(), new SecureRandom());
    }

    private CorrelationId() {}

    /**
     * The caller's id, or a new one when it is absent or unfit (empty, longer than 64, not visible ASCII). An unfit id
     * is replaced and not refused: it is a diagnostic aid, and failing the request for it would help nobody.
     */
    static String from(MultiMap headers) {
        String id = headers.get(HEADER);
        if (id == null) {
            id = headers.get(ALIAS);
        }
        return choose(id);
    }

    /** {@code offered} if it is fit to be logged and echoed, a new id otherwise. */
    public static String choose(@Nullable String offered) {
        return offered != null && fit(offered) ? offered : fresh();
    }

    private static boolean fit(String id) {
        return !id.isEmpty() && id.length() <= LENGTH_MAX && id.chars().allMatch(c -> c > 0x20 && c < 0x7f);
    }

    private static String fresh() {
        return Fresh.IDS.next().toString();
    }
}
