package dev.quintet.tools.token;

/** The command line asks for something that is not possible; the message is one line for whoever typed it. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
