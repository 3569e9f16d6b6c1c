package dev.quintet.rewarder.domain.usage;

/** The snapshot breaks its schema; says in which line, the first such. */
public final class SnapshotException extends Exception {
    private static final long serialVersionUID = 1L;

    private final long line;
    private final String account;

    /** {@code account} is empty where the line does not name one. */
    public SnapshotException(long line, String account, String problem) {
        super(problem, null, false, false);
        this.line = line;
        this.account = account;
    }

    public long line() {
        return line;
    }

    public String account() {
        return account;
    }

    public String problem() {
        return String.valueOf(getMessage());
    }
}
