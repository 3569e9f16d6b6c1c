package dev.quintet.wallet.domain;

import dev.quintet.shared.content.Blake3;
import dev.quintet.wallet.domain.Op.Family;
import java.nio.charset.StandardCharsets;

/**
 * The one byte form of a request that its identity is taken from: big-endian numbers, texts behind two bytes of length.
 * Two requests are the same exactly when these bytes are.
 */
public final class Canonical {
    private static final byte KEY = 'k';
    private static final byte REQUEST = 'r';

    private byte[] bytes = new byte[256];
    private int end;

    /** What identifies an idempotency key: family, scope and key. */
    public Digest key(Family family, String scope, String key) {
        end = 0;
        put(KEY).put((byte) family.code()).put(scope).put(key);
        return digest();
    }

    /** What identifies a request, and names its transaction. */
    Digest request(Command command) {
        end = 0;
        put(REQUEST).put((byte) command.op().code()).put(command.scope()).put(command.key());
        put(command.to()).put(command.asset());
        put(command.amount().hi()).put(command.amount().lo());
        put(command.number()).put(command.expiresInSeconds()).put(command.memo());
        return digest();
    }

    /** The transaction that ends an expired hold. */
    public Digest expiry(long hold) {
        end = 0;
        put(REQUEST).put((byte) Op.EXPIRE.code()).put(hold);
        return digest();
    }

    private Digest digest() {
        byte[] hash = Blake3.hash(bytes, 0, end);
        return new Digest(Bytes.getLong(hash, 0), Bytes.getLong(hash, 8));
    }

    private Canonical put(byte value) {
        reserve(1);
        bytes[end++] = value;
        return this;
    }

    private Canonical put(long value) {
        reserve(Long.BYTES);
        Bytes.putLong(bytes, end, value);
        end += Long.BYTES;
        return this;
    }

    private Canonical put(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        reserve(2 + encoded.length);
        Bytes.putShort(bytes, end, encoded.length);
        System.arraycopy(encoded, 0, bytes, end + 2, encoded.length);
        end += 2 + encoded.length;
        return this;
    }

    private void reserve(int room) {
        if (end + room > bytes.length) {
            bytes = java.util.Arrays.copyOf(bytes, Math.max(bytes.length * 2, end + room));
        }
    }
}
