package dev.quintet.tools.verify;

/** A log contradicts itself at one entry. */
final class VerificationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    VerificationException(long entry, String problem) {
        super("entry " + entry + ": " + problem, null, false, false);
    }
}
