package dev.quintet.shared.capability.token;

/** The text is not a token of ours; says why, never what. Carries no stack trace: hostile input is ordinary. */
public final class RefusedTokenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Refusal refusal;

    RefusedTokenException(Refusal refusal) {
        super(refusal.detail(), null, false, false);
        this.refusal = refusal;
    }

    public Refusal refusal() {
        return refusal;
    }
}
