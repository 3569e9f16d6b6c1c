package dev.quintet.shared.journal;

/** Stored bytes are not what was written, at a place no crash explains; says exactly where. Never skipped over. */
public final class CorruptionException extends JournalException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final long offset;
    private final long sequence;
    private final String problem;

    CorruptionException(String file, long offset, long sequence, String problem) {
        super(Reason.CORRUPT, "%s at offset %d, sequence %d: %s".formatted(file, offset, sequence, problem));
        this.file = file;
        this.offset = offset;
        this.sequence = sequence;
        this.problem = problem;
    }

    /** The name of the damaged (or missing) file inside the journal's directory. */
    public String file() {
        return file;
    }

    public long offset() {
        return offset;
    }

    /** The first sequence that cannot be read because of it. */
    public long sequence() {
        return sequence;
    }

    public String problem() {
        return problem;
    }
}
