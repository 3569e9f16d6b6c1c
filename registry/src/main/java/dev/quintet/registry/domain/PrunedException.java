package dev.quintet.registry.domain;

/** The version is no longer kept; a checkpoint still vouches for it. */
public final class PrunedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long version;

    public PrunedException(long version) {
        super("version " + version + " is pruned", null, false, false);
        this.version = version;
    }

    public long version() {
        return version;
    }
}
