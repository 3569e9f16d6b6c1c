package dev.quintet.shared.capability.token;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * One secret that tokens are minted under, named by an id that travels in the token. Its text form is {@code id:hex}.
 */
public final class RootKey {
    // A secret shorter than the tag would be the weakest link of the chain; one longer than a block adds nothing.
    static final int SECRET_BYTES_MIN = 32;
    static final int SECRET_BYTES_MAX = 64;
    static final int ID_MAX = 32;

    private static final byte[] KEY_GENERATOR =
            Arrays.copyOf("macaroons-key-generator".getBytes(StandardCharsets.US_ASCII), HmacSha256.TAG_BYTES);

    private final String id;
    private final byte[] secret;
    private final byte[] chainKey;

    private RootKey(String id, byte[] secret) {
        this.id = id;
        this.secret = secret;
        this.chainKey = HmacSha256.tag(KEY_GENERATOR, secret);
    }

    /** A fresh random secret under this id. */
    public static RootKey generate(String id) {
        byte[] secret = new byte[SECRET_BYTES_MIN];
        new SecureRandom().nextBytes(secret);
        return new RootKey(checkedId(id), secret);
    }

    /** Reads {@code id:hex}; the exception's text never contains the secret. */
    public static RootKey parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new RootKeyException("a root key is written <key id>:<hex secret>");
        }
        String id = checkedId(text.substring(0, colon));
        return new RootKey(id, checkedSecret(id, text.substring(colon + 1)));
    }

    public String id() {
        return id;
    }

    /** The secret in the form {@link #parse} reads; for the key file and nothing else. */
    String secretText() {
        return id + ":" + HexFormat.of().formatHex(secret);
    }

    /** What the chain starts with, as libmacaroons derives it from the secret. */
    byte[] chainKey() {
        return chainKey;
    }

    /** Names the key without its secret. */
    @Override
    public String toString() {
        return "RootKey[" + id + "]";
    }

    private static String checkedId(String id) {
        if (!TokenText.isKeyId(id)) {
            throw new RootKeyException("a root key id is 1 to " + ID_MAX + " of a-z, 0-9 and -");
        }
        return id;
    }

    private static byte[] checkedSecret(String id, String hex) {
        byte[] secret;
        try {
            secret = HexFormat.of().parseHex(hex);
        } catch (IllegalArgumentException _) {
            // The cause would quote the secret.
            throw new RootKeyException("the secret of root key " + id + " is not hexadecimal");
        }
        if (secret.length < SECRET_BYTES_MIN || secret.length > SECRET_BYTES_MAX) {
            throw new RootKeyException("the secret of root key " + id + " has " + secret.length + " bytes; allowed: "
                    + SECRET_BYTES_MIN + " to " + SECRET_BYTES_MAX);
        }
        return secret;
    }
}
