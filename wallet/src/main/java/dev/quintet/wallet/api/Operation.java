package dev.quintet.wallet.api;

import dev.quintet.shared.error.ServiceException;
import dev.quintet.wallet.domain.Amount;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The members of one requested operation as they came, each checked when it is asked for. */
final class Operation {
    private static final int MEMO_BYTES_MAX = 256;

    /** Larger ones would not survive a JSON parser that reads numbers as doubles. */
    private static final long NUMBER_MAX = (1L << 53) - 1;

    /** Every member an operation can have. */
    enum Member {
        OP(0),
        IDEMPOTENCY_KEY(1),
        FROM(2),
        TO(3),
        ASSET(4),
        AMOUNT_MINOR(5),
        NONCE(6),
        EXPIRES_IN_S(7),
        HOLD_ID(8),
        MEMO(9);

        private static final Member[] ALL = values();
        private static final Map<String, Member> BY_WIRE = new HashMap<>();

        static {
            for (Member member : ALL) {
                BY_WIRE.put(member.wire, member);
            }
        }

        private final int place;
        private final String wire = name().toLowerCase(Locale.ROOT);

        Member(int place) {
            this.place = place;
        }

        static @Nullable Member of(String wire) {
            return BY_WIRE.get(wire);
        }

        String wire() {
            return wire;
        }

        boolean isNumber() {
            return this == NONCE || this == EXPIRES_IN_S;
        }

        int bit() {
            return 1 << place;
        }
    }

    private final @Nullable String[] texts = new String[Member.ALL.length];
    private final long[] numbers = new long[Member.ALL.length];
    private int present;

    /** A set of members, for {@link #allow}. */
    static int set(Member... members) {
        int set = 0;
        for (Member member : members) {
            set |= member.bit();
        }
        return set;
    }

    void put(Member member, String text) {
        claim(member);
        texts[member.place] = text;
    }

    void put(Member member, long number) {
        claim(member);
        numbers[member.place] = number;
    }

    private void claim(Member member) {
        if (has(member)) {
            throw Refusals.malformed("duplicate field: " + member.wire());
        }
        present |= member.bit();
    }

    private boolean has(Member member) {
        return (present & member.bit()) != 0;
    }

    /** Takes out what was read already, so that only the operation's own members are left to {@link #allow}. */
    void remove(int members) {
        present &= ~members;
    }

    /** Refuses members that this kind of operation does not have. */
    Operation allow(int allowed) {
        int unknown = present & ~allowed;
        if (unknown != 0) {
            throw Refusals.malformed("unknown field: " + Member.ALL[Integer.numberOfTrailingZeros(unknown)].wire());
        }
        return this;
    }

    String account(Member member) {
        return spelled(member, Alphabet.ACCOUNT);
    }

    String asset() {
        return spelled(Member.ASSET, Alphabet.ASSET);
    }

    Amount amount() {
        return Amount.parse(text(Member.AMOUNT_MINOR))
                .filter(amount -> !amount.isZero())
                .orElseThrow(
                        () -> Refusals.malformed(
                                "amount_minor must be \"1\" to \"340282366920938463463374607431768211455\" without leading zeros"));
    }

    long number(Member member, long max) {
        if (!has(member)) {
            throw missing(member);
        }
        long value = numbers[member.place];
        if (value < 1 || value > Math.min(max, NUMBER_MAX)) {
            throw Refusals.malformed(member.wire() + " is out of range");
        }
        return value;
    }

    String memo() {
        String memo = texts[Member.MEMO.place];
        if (memo == null) {
            return "";
        }
        byte[] encoded = memo.getBytes(StandardCharsets.UTF_8);
        if (encoded.length > MEMO_BYTES_MAX) {
            throw Refusals.malformed("memo is longer than " + MEMO_BYTES_MAX + " bytes");
        }
        // Half a surrogate pair has no bytes of its own: two different memos would become the same request.
        if (!new String(encoded, StandardCharsets.UTF_8).equals(memo)) {
            throw Refusals.malformed("memo is not well-formed Unicode");
        }
        return memo;
    }

    String text(Member member) {
        String value = texts[member.place];
        if (value == null) {
            throw missing(member);
        }
        return value;
    }

    String key() {
        return key(texts[Member.IDEMPOTENCY_KEY.place]);
    }

    static String key(@Nullable String key) {
        if (key == null) {
            throw Refusals.malformed("an idempotency key is required");
        }
        return spelled("an idempotency key", key, Alphabet.KEY);
    }

    static String account(@Nullable String account) {
        return spelled("account", account, Alphabet.ACCOUNT);
    }

    static String asset(@Nullable String asset) {
        return spelled("asset", asset, Alphabet.ASSET);
    }

    private String spelled(Member member, Alphabet alphabet) {
        return spelled(member.wire(), text(member), alphabet);
    }

    private static String spelled(String what, @Nullable String value, Alphabet alphabet) {
        if (value == null || !alphabet.spells(value)) {
            throw Refusals.malformed(what + " must be " + alphabet);
        }
        return value;
    }

    private static ServiceException missing(Member member) {
        return Refusals.malformed("missing field: " + member.wire());
    }
}
