package dev.quintet.registry;

import dev.quintet.registry.domain.payload.Approval;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/** Signers whose private keys the tests know. */
public final class Signers {
    public static final List<String> NAMES = List.of("alpha", "beta", "gamma");

    private Signers() {}

    public static String id(String name) {
        return "org:" + name + "#key1";
    }

    /** As {@code quintet.registry.genesis.signers} wants it. */
    public static String genesis() {
        return NAMES.stream().map(name -> id(name) + "=" + publicKey(name)).collect(Collectors.joining(","));
    }

    public static String publicKey(String name) {
        byte[] key = new byte[Ed25519.PUBLIC_KEY_SIZE];
        Ed25519.generatePublicKey(seed(name), 0, key, 0);
        return Base64.getEncoder().encodeToString(key);
    }

    /** Base64 of the signature over the text. */
    public static String sign(String name, String text) {
        byte[] message = text.getBytes(StandardCharsets.UTF_8);
        byte[] signature = new byte[Approval.SIGNATURE_BYTES];
        Ed25519.sign(seed(name), 0, message, 0, message.length, signature, 0);
        return Base64.getEncoder().encodeToString(signature);
    }

    private static byte[] seed(String name) {
        return Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), Ed25519.SECRET_KEY_SIZE);
    }
}
