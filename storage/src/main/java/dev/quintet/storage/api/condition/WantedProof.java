package dev.quintet.storage.api.condition;

import java.util.List;
import java.util.Locale;

/** Whether {@code Want-Content-Proof} asks for a proof that we can give: {@code b3}, with a weight above zero. */
public final class WantedProof {
    private WantedProof() {}

    public static boolean of(List<String> values) {
        return values.stream()
                .flatMap(value -> List.of(value.toLowerCase(Locale.ROOT).split(",", -1)).stream())
                .map(String::strip)
                .anyMatch(WantedProof::wants);
    }

    /** {@code b3}, {@code b3=1 … 10} as in RFC 9530, or {@code b3;q=0.5}. */
    private static boolean wants(String preference) {
        return preference.equals("b3")
                || preference.matches("b3=([1-9]|10)")
                || preference.matches("b3\\s*;\\s*q=(1(\\.0{0,3})?|0\\.\\d{0,2}[1-9]\\d{0,2})");
    }
}
