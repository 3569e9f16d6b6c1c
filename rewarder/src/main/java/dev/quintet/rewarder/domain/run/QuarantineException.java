package dev.quintet.rewarder.domain.run;

/** Ends a run that must not pay. */
public final class QuarantineException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Quarantine quarantine;

    public QuarantineException(Quarantine quarantine) {
        super(quarantine.detail(), null, false, false);
        this.quarantine = quarantine;
    }

    public QuarantineException(Quarantine.Reason reason, String detail, String account) {
        this(new Quarantine(reason, detail, 0, account));
    }

    public Quarantine quarantine() {
        return quarantine;
    }
}
