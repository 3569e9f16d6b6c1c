package dev.quintet.tools.verify;

/** What was to be verified does not hold. */
final class VerificationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    VerificationException(long entry, String problem) {
        this("entry " + entry + ": " + problem);
    }

    VerificationException(String problem) {
        super(problem, null, false, false);
    }
}
