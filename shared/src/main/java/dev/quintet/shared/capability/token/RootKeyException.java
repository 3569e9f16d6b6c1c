package dev.quintet.shared.capability.token;

/** The root keys cannot be used; the message is one line for an operator and never contains a secret. */
public final class RootKeyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RootKeyException(String message) {
        super(message);
    }

    RootKeyException(String message, Throwable cause) {
        super(message, cause);
    }
}
