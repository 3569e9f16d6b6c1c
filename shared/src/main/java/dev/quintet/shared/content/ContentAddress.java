package dev.quintet.shared.content;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The name of content: {@code b3:} and the 64 lower-case hex digits of its BLAKE3-256 hash. Four longs instead of an
 * array, so that it is immutable, compares fast and costs 32 bytes; ordered as its text is.
 */
public record ContentAddress(long a, long b, long c, long d) implements Comparable<ContentAddress> {
    /** Bytes of the hash. */
    public static final int BYTES = 32;

    private static final String PREFIX = "b3:";
    private static final int TEXT_LENGTH = PREFIX.length() + 2 * BYTES;
    private static final HexFormat HEX = HexFormat.of();
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN)
            .withInvokeExactBehavior();

    /** Reads the one accepted spelling; anything else is refused. */
    public static ContentAddress parse(String text) {
        return tryParse(text)
                .orElseThrow(() -> new IllegalArgumentException("an address is \"b3:\" and 64 lower-case hex digits"));
    }

    /** Reads the one accepted spelling; empty for anything else. */
    public static Optional<ContentAddress> tryParse(String text) {
        if (text.length() != TEXT_LENGTH || !text.startsWith(PREFIX)) {
            return Optional.empty();
        }
        for (int i = PREFIX.length(); i < TEXT_LENGTH; i++) {
            char digit = text.charAt(i);
            if (!((digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f'))) {
                return Optional.empty();
            }
        }
        return Optional.of(of(HEX.parseHex(text, PREFIX.length(), TEXT_LENGTH), 0));
    }

    /** The address whose hash is the 32 bytes at {@code offset}. */
    public static ContentAddress of(byte[] hash, int offset) {
        return new ContentAddress(
                (long) LONG.get(hash, offset),
                (long) LONG.get(hash, offset + 8),
                (long) LONG.get(hash, offset + 16),
                (long) LONG.get(hash, offset + 24));
    }

    /** The hash, in a new array. */
    public byte[] bytes() {
        byte[] hash = new byte[BYTES];
        write(hash, 0);
        return hash;
    }

    /** Writes the 32 bytes of the hash at {@code offset}. */
    public void write(byte[] target, int offset) {
        LONG.set(target, offset, a);
        LONG.set(target, offset + 8, b);
        LONG.set(target, offset + 16, c);
        LONG.set(target, offset + 24, d);
    }

    @Override
    public int compareTo(ContentAddress other) {
        int order = Long.compareUnsigned(a, other.a);
        order = order != 0 ? order : Long.compareUnsigned(b, other.b);
        order = order != 0 ? order : Long.compareUnsigned(c, other.c);
        return order != 0 ? order : Long.compareUnsigned(d, other.d);
    }

    @Override
    public String toString() {
        return PREFIX + HEX.toHexDigits(a) + HEX.toHexDigits(b) + HEX.toHexDigits(c) + HEX.toHexDigits(d);
    }
}
