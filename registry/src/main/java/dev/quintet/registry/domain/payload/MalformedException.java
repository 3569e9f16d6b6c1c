package dev.quintet.registry.domain.payload;

/** What a caller sent cannot be meant; the message is fit for the caller and quotes nothing of it. */
public final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedException(String message) {
        super(message, null, false, false);
    }
}
