package dev.quintet.shared.capability.token;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A bearer token as a chain of HMACs: each caveat is tagged with the tag before it as the key, and only the last tag is
 * kept. A holder can add a caveat without any secret; nobody can take one away or change their order. Immutable.
 *
 * <p>At most {@value #TOKEN_CHARS_MAX} characters and {@value #CAVEATS_MAX} caveats, on reading as on writing.
 */
public final class Macaroon {
    public static final int TOKEN_CHARS_MAX = 8_192;
    public static final int CAVEATS_MAX = 32;

    /**
     * A hint for key rings that hold tokens of several systems; not covered by the signature, so it must be this one.
     */
    static final String LOCATION = "quintet";

    private static final String IDENTIFIER_VERSION = "q1";
    private static final int UNIQUE_BYTES = 16;

    private final TokenFormat format;
    private final String identifier;
    private final List<String> caveats;
    private final byte[] signature;

    Macaroon(TokenFormat format, String identifier, List<String> caveats, byte[] signature) {
        this.format = format;
        this.identifier = identifier;
        this.caveats = List.copyOf(caveats);
        this.signature = signature;
        if (caveats.size() > CAVEATS_MAX) {
            throw new RefusedTokenException(Refusal.TOO_LARGE);
        }
    }

    /** A token without caveats, which permits everything; narrow it before it leaves your hands. */
    public static Macaroon mint(RootKey key) {
        byte[] unique = new byte[UNIQUE_BYTES];
        new SecureRandom().nextBytes(unique);
        return mint(key, HexFormat.of().formatHex(unique));
    }

    static Macaroon mint(RootKey key, String uniqueId) {
        String identifier = IDENTIFIER_VERSION + ":" + key.id() + ":" + uniqueId;
        return new Macaroon(
                TokenFormat.V1, identifier, List.of(), HmacSha256.tag(key.chainKey(), TokenText.bytes(identifier)));
    }

    /** Reads the text form; proves nothing about the signature. */
    public static Macaroon parse(String token) {
        return TokenFormat.read(token);
    }

    /** The same token with one more restriction. */
    public Macaroon attenuate(Caveat caveat) {
        return attenuate(caveat.text());
    }

    Macaroon attenuate(String caveat) {
        List<String> narrower = new ArrayList<>(caveats);
        narrower.add(caveat);
        return new Macaroon(format, identifier, narrower, HmacSha256.tag(signature, TokenText.bytes(caveat)));
    }

    /** The same token, written the other way. */
    public Macaroon as(TokenFormat other) {
        return new Macaroon(other, identifier, caveats, signature);
    }

    /** The text form, for an {@code Authorization: Bearer} header. */
    public String serialize() {
        return TokenFormat.write(this);
    }

    /** The restrictions as written in the token, oldest first. */
    public List<String> caveats() {
        return caveats;
    }

    /** The id of the root key it claims to be minted under. */
    public String keyId() {
        return identifierPart(1);
    }

    /** Distinguishes tokens minted under one key; attenuated copies share it. */
    public String uniqueId() {
        return identifierPart(2);
    }

    /** Whether the chain under {@code key} ends in this token's signature; takes the same time wherever they differ. */
    public boolean isMintedUnder(RootKey key) {
        byte[][] messages = new byte[caveats.size() + 1][];
        messages[0] = TokenText.bytes(identifier);
        for (int i = 0; i < caveats.size(); i++) {
            messages[i + 1] = TokenText.bytes(caveats.get(i));
        }
        return MessageDigest.isEqual(HmacSha256.chain(key.chainKey(), messages), signature);
    }

    TokenFormat format() {
        return format;
    }

    String identifier() {
        return identifier;
    }

    byte[] signature() {
        return signature;
    }

    static boolean isIdentifier(String text) {
        String[] parts = text.split(":", -1);
        return parts.length == 3
                && parts[0].equals(IDENTIFIER_VERSION)
                && TokenText.isKeyId(parts[1])
                && TokenText.isUniqueId(parts[2]);
    }

    /** Names the token without the signature that makes it worth something. */
    @Override
    public String toString() {
        return "Macaroon[" + identifier + ", " + caveats.size() + " caveats]";
    }

    private String identifierPart(int index) {
        return identifier.split(":", -1)[index];
    }
}
