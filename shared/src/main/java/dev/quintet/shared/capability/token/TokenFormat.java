package dev.quintet.shared.capability.token;

import java.util.Base64;

/**
 * How a token is written down, in base64url. Both are read; a token keeps its format when it is attenuated. There is
 * exactly one accepted text per token and format (but for padding), so a token that was altered anywhere is a different
 * token.
 */
public enum TokenFormat {
    /** The libmacaroons version 1 packets, which every library reads but npm's {@code macaroon}. */
    V1,
    /** The libmacaroons version 2 fields, the only binary form npm's {@code macaroon} reads. */
    V2;

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    static String write(Macaroon macaroon) {
        byte[] bytes = switch (macaroon.format()) {
            case V1 -> PacketsV1.write(macaroon);
            case V2 -> FieldsV2.write(macaroon);
        };
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        if (token.length() > Macaroon.TOKEN_CHARS_MAX) {
            throw new RefusedTokenException(Refusal.TOO_LARGE);
        }
        return token;
    }

    static Macaroon read(String token) {
        if (token.length() > Macaroon.TOKEN_CHARS_MAX) {
            throw new RefusedTokenException(Refusal.TOO_LARGE);
        }
        byte[] bytes = base64(token);
        // A version 1 token begins with a hex digit.
        return bytes[0] == FieldsV2.VERSION ? FieldsV2.read(bytes) : PacketsV1.read(bytes);
    }

    private static byte[] base64(String token) {
        int end = token.length();
        while (end > 0 && token.charAt(end - 1) == '=') {
            end--;
        }
        // The JDK ignores the bits that no byte uses; then one token would have several spellings.
        int spareBits = end % 4 == 2 ? 0b1111 : end % 4 == 3 ? 0b11 : 0;
        if (end == 0 || (ALPHABET.indexOf(token.charAt(end - 1)) & spareBits) != 0) {
            throw new RefusedTokenException(Refusal.MALFORMED);
        }
        try {
            return Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException _) {
            // Its text quotes the offending character; a token is never quoted.
            throw new RefusedTokenException(Refusal.MALFORMED);
        }
    }
}
