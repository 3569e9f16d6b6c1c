package dev.quintet.registry.domain;

/** The log contradicts itself: it was changed by somebody other than the committer, or the disk lies. */
public final class CorruptLogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CorruptLogException(String message) {
        super(message);
    }
}
