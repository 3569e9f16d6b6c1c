package dev.quintet.wallet.api;

import dev.quintet.wallet.domain.Amount;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The members of one requested operation as they came, each checked when it is asked for. */
final class Operation {
    private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9:/_.-]{1,256}");
    private static final Pattern ASSET = Pattern.compile("[a-z0-9_-]{1,32}");
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._:-]{1,64}");
    private static final int MEMO_BYTES_MAX = 256;

    /** Larger ones would not survive a JSON parser that reads numbers as doubles. */
    private static final long NUMBER_MAX = (1L << 53) - 1;

    /** Every member an operation can have. */
    enum Member {
        OP,
        IDEMPOTENCY_KEY,
        FROM,
        TO,
        ASSET,
        AMOUNT_MINOR,
        NONCE,
        EXPIRES_IN_S,
        HOLD_ID,
        MEMO;

        private static final Map<String, Member> BY_WIRE = new java.util.HashMap<>();

        static {
            for (Member member : values()) {
                BY_WIRE.put(member.wire(), member);
            }
        }

        static @Nullable Member of(String wire) {
            return BY_WIRE.get(wire);
        }

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean isNumber() {
            return this == NONCE || this == EXPIRES_IN_S;
        }
    }

    private final Map<Member, String> texts = new EnumMap<>(Member.class);
    private final Map<Member, Long> numbers = new EnumMap<>(Member.class);

    void put(Member member, String text) {
        texts.put(member, text);
    }

    void put(Member member, long number) {
        numbers.put(member, number);
    }

    void remove(Member... members) {
        for (Member member : members) {
            texts.remove(member);
        }
    }

    /** Refuses members that this kind of operation does not have. */
    Operation allow(Set<Member> allowed) {
        var present = EnumSet.noneOf(Member.class);
        present.addAll(texts.keySet());
        present.addAll(numbers.keySet());
        present.removeAll(allowed);
        if (!present.isEmpty()) {
            throw Refusals.malformed(
                    "unknown field: " + present.iterator().next().wire());
        }
        return this;
    }

    String account(Member member) {
        return matching(member, ACCOUNT);
    }

    String asset() {
        return matching(Member.ASSET, ASSET);
    }

    Amount amount() {
        return Amount.parse(text(Member.AMOUNT_MINOR))
                .filter(amount -> !amount.isZero())
                .orElseThrow(
                        () -> Refusals.malformed(
                                "amount_minor must be \"1\" to \"340282366920938463463374607431768211455\" without leading zeros"));
    }

    long number(Member member, long max) {
        Long value = numbers.get(member);
        if (value == null) {
            throw missing(member);
        }
        if (value < 1 || value > Math.min(max, NUMBER_MAX)) {
            throw Refusals.malformed(member.wire() + " is out of range");
        }
        return value;
    }

    String memo() {
        String memo = texts.getOrDefault(Member.MEMO, "");
        if (memo.getBytes(StandardCharsets.UTF_8).length > MEMO_BYTES_MAX) {
            throw Refusals.malformed("memo is longer than " + MEMO_BYTES_MAX + " bytes");
        }
        return memo;
    }

    String text(Member member) {
        String value = texts.get(member);
        if (value == null) {
            throw missing(member);
        }
        return value;
    }

    String key() {
        return key(texts.get(Member.IDEMPOTENCY_KEY));
    }

    static String key(@Nullable String key) {
        if (key == null) {
            throw Refusals.malformed("an idempotency key is required");
        }
        if (!KEY.matcher(key).matches()) {
            throw Refusals.malformed("an idempotency key is 1 to 64 of [A-Za-z0-9._:-]");
        }
        return key;
    }

    static String account(@Nullable String account) {
        if (account == null || !ACCOUNT.matcher(account).matches()) {
            throw Refusals.malformed("account must be 1 to 256 of [A-Za-z0-9:/_.-]");
        }
        return account;
    }

    static String asset(@Nullable String asset) {
        if (asset == null || !ASSET.matcher(asset).matches()) {
            throw Refusals.malformed("asset must be 1 to 32 of [a-z0-9_-]");
        }
        return asset;
    }

    private String matching(Member member, Pattern pattern) {
        String value = text(member);
        if (!pattern.matcher(value).matches()) {
            throw Refusals.malformed(member.wire() + " must match " + pattern);
        }
        return value;
    }

    private static dev.quintet.shared.error.ServiceException missing(Member member) {
        return Refusals.malformed("missing field: " + member.wire());
    }
}
