package dev.quintet.rewarder.domain.run;

import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.ContentAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The names that make a run and its payments recognisable: each a BLAKE3 of what it stands for, under a domain of its own. */
public final class Names {
    private static final int KEY_BYTES = 24;

    private Names() {}

    /** Depends on epoch, policy and inputs alone, so that asking twice is asking for the same run. */
    public static ContentAddress runKey(String epoch, ContentAddress policyHash, ContentAddress inputs) {
        return hash("quintet:rewarder:run:v1\n" + epoch + "\n" + policyHash + "\n" + inputs + "\n");
    }

    /** The idempotency key under which the wallet pays this account for this run, and never twice. */
    public static String intentKey(ContentAddress runKey, String account) {
        byte[] hash = bytes("quintet:rewarder:intent:v1\n" + runKey + "\n" + account + "\n");
        return "rw:" + HexFormat.of().formatHex(hash, 0, KEY_BYTES);
    }

    static ContentAddress hash(String text) {
        return ContentAddress.of(bytes(text), 0);
    }

    private static byte[] bytes(String text) {
        return Blake3.hash(text.getBytes(StandardCharsets.UTF_8));
    }
}
