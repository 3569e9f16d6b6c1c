package dev.quintet.shared.capability.token;

import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;

/** The alphabets of what may stand in a token; a bounded length and plain loops, since every request pays for them. */
final class TokenText {
    private TokenText() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static boolean isKeyId(String text) {
        return consistsOf(text, RootKey.ID_MAX, c -> isLower(c) || isDigit(c) || c == '-');
    }

    static boolean isUniqueId(String text) {
        return consistsOf(text, 64, c -> isLetter(c) || isDigit(c) || c == '-' || c == '_');
    }

    static boolean isScope(String text) {
        int colon = text.indexOf(':');
        return colon > 0
                && colon < text.length() - 1
                && text.indexOf(':', colon + 1) < 0
                && consistsOf(text, 64, c -> isLower(c) || c == ':' || c == '_');
    }

    static boolean isTenant(String text) {
        return consistsOf(text, 128, c -> isLetter(c) || isDigit(c) || ":_.-".indexOf(c) >= 0);
    }

    static boolean isAccount(String text) {
        return consistsOf(text, 256, c -> isLetter(c) || isDigit(c) || ":/_.-".indexOf(c) >= 0);
    }

    static boolean isAsset(String text) {
        return consistsOf(text, 32, c -> isLower(c) || isDigit(c) || c == '_' || c == '-');
    }

    static boolean isVisible(String text) {
        return consistsOf(text, Macaroon.TOKEN_CHARS_MAX, c -> c >= ' ' && c <= '~');
    }

    private static boolean consistsOf(String text, int max, IntPredicate alphabet) {
        if (text.isEmpty() || text.length() > max) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (!alphabet.test(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLower(int c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean isLetter(int c) {
        return isLower(c) || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
