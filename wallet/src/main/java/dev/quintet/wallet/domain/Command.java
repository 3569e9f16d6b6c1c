package dev.quintet.wallet.domain;

import dev.quintet.wallet.domain.Op.Family;

/**
 * One request to change the ledger, with the digests of its key and content already taken so that the single writer
 * does not have to. Built by the factories only; fields that an operation does not have are empty or zero.
 */
public final class Command {
    private final Op op;
    private final String from;
    private final String to;
    private final String asset;
    private final Amount amount;
    private final long number;
    private final long expiresInSeconds;
    private final String key;
    private final String memo;
    private final Digest keyDigest;
    private final Digest txid;

    private Command(Builder b) {
        this.op = b.op;
        this.from = b.from;
        this.to = b.to;
        this.asset = b.asset;
        this.amount = b.amount;
        this.number = b.number;
        this.expiresInSeconds = b.expiresInSeconds;
        this.key = b.key;
        this.memo = b.memo;
        var canonical = new Canonical();
        this.keyDigest = canonical.key(op.family(), scope(), key);
        this.txid = canonical.request(this);
    }

    public static Builder issue(String to, String asset, Amount amount) {
        return new Builder(Op.ISSUE).to(to).asset(asset).amount(amount);
    }

    public static Builder transfer(String from, String to, String asset, Amount amount, long nonce) {
        return new Builder(Op.TRANSFER)
                .from(from)
                .to(to)
                .asset(asset)
                .amount(amount)
                .number(nonce);
    }

    public static Builder burn(String from, String asset, Amount amount, long nonce) {
        return new Builder(Op.BURN).from(from).asset(asset).amount(amount).number(nonce);
    }

    public static Builder hold(String from, String asset, Amount amount, long nonce, long expiresInSeconds) {
        return new Builder(Op.HOLD)
                .from(from)
                .asset(asset)
                .amount(amount)
                .number(nonce)
                .expiresInSeconds(expiresInSeconds);
    }

    /** Pays out of the hold that entry {@code hold} placed on {@code from}'s {@code asset}. */
    public static Builder capture(long hold, String from, String asset, String to, Amount amount) {
        return new Builder(Op.CAPTURE)
                .number(hold)
                .from(from)
                .asset(asset)
                .to(to)
                .amount(amount);
    }

    /** Ends the hold that entry {@code hold} placed on {@code from}'s {@code asset}. */
    public static Builder release(long hold, String from, String asset) {
        return new Builder(Op.RELEASE).number(hold).from(from).asset(asset);
    }

    public Op op() {
        return op;
    }

    public String from() {
        return from;
    }

    public String to() {
        return to;
    }

    public String asset() {
        return asset;
    }

    public Amount amount() {
        return amount;
    }

    /** The nonce, or for a capture or release the entry that placed the hold. */
    public long number() {
        return number;
    }

    public long expiresInSeconds() {
        return expiresInSeconds;
    }

    public String key() {
        return key;
    }

    public String memo() {
        return memo;
    }

    public Digest keyDigest() {
        return keyDigest;
    }

    public Digest txid() {
        return txid;
    }

    /** Whose name space the key lives in: the debited account, or the asset when nobody is debited. */
    public String scope() {
        return op.family() == Family.ISSUE ? asset : from;
    }

    /** Collects one command. */
    public static final class Builder {
        private final Op op;
        private String from = "";
        private String to = "";
        private String asset = "";
        private Amount amount = Amount.ZERO;
        private long number;
        private long expiresInSeconds;
        private String key = "";
        private String memo = "";

        private Builder(Op op) {
            this.op = op;
        }

        private Builder from(String value) {
            from = value;
            return this;
        }

        private Builder to(String value) {
            to = value;
            return this;
        }

        private Builder asset(String value) {
            asset = value;
            return this;
        }

        private Builder amount(Amount value) {
            amount = value;
            return this;
        }

        private Builder number(long value) {
            number = value;
            return this;
        }

        private Builder expiresInSeconds(long value) {
            expiresInSeconds = value;
            return this;
        }

        public Builder memo(String value) {
            memo = value;
            return this;
        }

        /** Completes the command under the caller's idempotency key. */
        public Command key(String value) {
            key = value;
            return new Command(this);
        }
    }
}
