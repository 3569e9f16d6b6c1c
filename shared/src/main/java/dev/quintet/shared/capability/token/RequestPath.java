package dev.quintet.shared.capability.token;

/**
 * Whether a request path lies under a prefix, judged on the raw path. Anything a later stage could read differently
 * (dot segments, empty segments, encoded separators, needless encodings, path parameters) lies under no prefix at all.
 */
final class RequestPath {
    private static final String UNRESERVED_PUNCTUATION = "-._~";

    private RequestPath() {}

    /** A prefix is canonical, absolute, and has no trailing slash unless it is the root. */
    static boolean isPrefix(String text) {
        return isCanonical(text) && (text.length() == 1 || !text.endsWith("/"));
    }

    /** Whole segments only: {@code /v1} covers {@code /v1} and {@code /v1/x}, never {@code /v10}. */
    static boolean isUnder(String prefix, String rawPath) {
        if (!isCanonical(rawPath)) {
            return false;
        }
        return prefix.equals("/")
                || (rawPath.startsWith(prefix)
                        && (rawPath.length() == prefix.length() || rawPath.charAt(prefix.length()) == '/'));
    }

    private static boolean isCanonical(String path) {
        if (path.isEmpty() || path.charAt(0) != '/') {
            return false;
        }
        int start = 1;
        for (int i = 1; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '/') {
                if (!isCanonicalSegment(path, start, i) || i == start) {
                    return false;
                }
                start = i + 1;
            } else if (c <= ' ' || c > '~' || c == '\\' || c == ';' || c == '?' || c == '#') {
                return false;
            } else if (c == '%' && !isCanonicalEscape(path, i)) {
                return false;
            }
        }
        return isCanonicalSegment(path, start, path.length());
    }

    private static boolean isCanonicalSegment(String path, int start, int end) {
        int length = end - start;
        return !(length == 1 && path.charAt(start) == '.') && !(length == 2 && path.startsWith("..", start));
    }

    /**
     * An escape is canonical when it is needed, and hides neither a separator, a percent sign nor a control character.
     */
    private static boolean isCanonicalEscape(String path, int at) {
        if (at + 2 >= path.length()) {
            return false;
        }
        int high = Character.digit(path.charAt(at + 1), 16);
        int low = Character.digit(path.charAt(at + 2), 16);
        if (high < 0 || low < 0) {
            return false;
        }
        int c = high << 4 | low;
        boolean unreserved = c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED_PUNCTUATION.indexOf(c) >= 0);
        return c >= ' ' && c != 0x7f && !unreserved && "/\\%;?#".indexOf(c) < 0;
    }
}
