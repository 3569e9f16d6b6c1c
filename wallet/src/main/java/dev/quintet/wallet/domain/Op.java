package dev.quintet.wallet.domain;

import java.util.Locale;

/** What an entry does; the code is its byte in the log and never changes. */
public enum Op {
    ISSUE(1, Family.ISSUE),
    TRANSFER(2, Family.TRANSFER),
    BURN(3, Family.BURN),
    HOLD(4, Family.HOLD),
    CAPTURE(5, Family.HOLD),
    RELEASE(6, Family.HOLD),
    /** Written by the ledger itself when a hold's time is over. */
    EXPIRE(7, Family.NONE);

    private static final Op[] BY_CODE = {null, ISSUE, TRANSFER, BURN, HOLD, CAPTURE, RELEASE, EXPIRE};

    /** Idempotency keys of one family and scope share a name space. */
    public enum Family {
        NONE(0),
        ISSUE(1),
        TRANSFER(2),
        BURN(3),
        HOLD(4);

        private final int code;

        Family(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    private final int code;
    private final Family family;
    private final String wire;

    Op(int code, Family family) {
        this.code = code;
        this.family = family;
        this.wire = name().toLowerCase(Locale.ROOT);
    }

    public static Op ofCode(int code) {
        if (code < 1 || code >= BY_CODE.length) {
            throw new IllegalArgumentException("unknown operation code " + code);
        }
        return BY_CODE[code];
    }

    public int code() {
        return code;
    }

    public Family family() {
        return family;
    }

    /** The name in requests and receipts. */
    public String wire() {
        return wire;
    }

    /** Whether the caller numbers this operation with the debited account's nonce. */
    public boolean numbered() {
        return this == TRANSFER || this == BURN || this == HOLD;
    }
}
