package dev.quintet.shared.capability.token;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a reader has found of a token so far; holds both formats to the same bounds. */
final class TokenParts {
    private final TokenFormat format;
    private final List<String> caveats = new ArrayList<>();
    private String identifier = "";

    TokenParts(TokenFormat format) {
        this.format = format;
    }

    void location(byte[] value) {
        check(text(value).equals(Macaroon.LOCATION));
    }

    void identifier(byte[] value) {
        identifier = text(value);
        check(Macaroon.isIdentifier(identifier));
    }

    void caveat(byte[] value) {
        if (caveats.size() == Macaroon.CAVEATS_MAX) {
            throw new RefusedTokenException(Refusal.TOO_LARGE);
        }
        caveats.add(text(value));
    }

    Macaroon signed(byte[] signature) {
        check(signature.length == HmacSha256.TAG_BYTES);
        return new Macaroon(format, identifier, caveats, signature);
    }

    private static String text(byte[] value) {
        // One byte, one character; the check then rules out all but visible ASCII, so nothing is lost on the way back.
        String text = new String(value, StandardCharsets.ISO_8859_1);
        check(TokenText.isVisible(text));
        return text;
    }

    private static void check(boolean wellFormed) {
        if (!wellFormed) {
            throw new RefusedTokenException(Refusal.MALFORMED);
        }
    }
}
