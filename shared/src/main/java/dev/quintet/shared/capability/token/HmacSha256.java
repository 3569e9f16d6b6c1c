package dev.quintet.shared.capability.token;

import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * HMAC-SHA256 over a bounded pool of engines. Looking an engine up costs more than a tag does; a thread-local would
 * keep one per virtual thread. Never waits: a thread that finds its slot empty makes a fresh engine.
 */
final class HmacSha256 {
    static final int TAG_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";
    // A power of two, well above the event loops of one process; two threads on one slot only cost a new engine.
    private static final int SLOTS = 32;
    private static final AtomicReferenceArray<@Nullable Mac> POOL = new AtomicReferenceArray<>(SLOTS);

    private HmacSha256() {}

    static byte[] tag(byte[] key, byte[] message) {
        return chain(key, message);
    }

    /** Tags each message with the tag of the one before as the key; the first with {@code key}. */
    static byte[] chain(byte[] key, byte[]... messages) {
        int slot = (int) Thread.currentThread().threadId() & (SLOTS - 1);
        Mac mac = POOL.getAndSet(slot, null);
        try {
            Mac engine = mac == null ? Mac.getInstance(ALGORITHM) : mac;
            byte[] tag = key;
            for (byte[] message : messages) {
                engine.init(new SecretKeySpec(tag, ALGORITHM));
                tag = engine.doFinal(message);
            }
            POOL.set(slot, engine);
            return tag;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
