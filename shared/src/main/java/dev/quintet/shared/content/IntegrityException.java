package dev.quintet.shared.content;

import java.io.IOException;

/** Content that is not what its address says; the bytes must not be used. */
public final class IntegrityException extends IOException {
    private static final long serialVersionUID = 1;

    public IntegrityException(String message) {
        super(message);
    }
}
