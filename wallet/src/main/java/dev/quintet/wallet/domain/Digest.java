package dev.quintet.wallet.domain;

import java.util.HexFormat;
import java.util.Optional;

/** 128 bits of BLAKE3, as two longs. */
public record Digest(long hi, long lo) {
    private static final int HEX = 32;

    /** Reads 32 lower-case hex digits. */
    public static Optional<Digest> parse(String hex) {
        if (hex.length() != HEX || !hex.chars().allMatch(Digest::isLowerHex)) {
            return Optional.empty();
        }
        return Optional.of(
                new Digest(HexFormat.fromHexDigitsToLong(hex, 0, 16), HexFormat.fromHexDigitsToLong(hex, 16, HEX)));
    }

    private static boolean isLowerHex(int c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(hi) + HexFormat.of().toHexDigits(lo);
    }
}
