package dev.quintet.registry.store;

import dev.quintet.registry.domain.Event;
import dev.quintet.registry.domain.Head;
import dev.quintet.shared.journal.RecordLog;

/** The event log in a journal, which only this process has open: the head moves by its own appends alone. */
final class JournalEventLog implements EventLog {
    private final RecordLog log;
    private Head head = Head.NONE;
    private long lastSequence;

    JournalEventLog(RecordLog log) {
        this.log = log;
    }

    /** Says what the head is after a snapshot and its tail were read. */
    void startAt(Head recovered) {
        head = recovered;
    }

    @Override
    public boolean append(Head expected, Event event) {
        if (!head.equals(expected)) {
            return false;
        }
        lastSequence = log.append(Records.encode(event));
        if (event instanceof Event.Committed committed) {
            head = committed.artifact().head();
        }
        return true;
    }

    @Override
    public long lastSequence() {
        return lastSequence;
    }

    @Override
    public long lastPlace() {
        return log.lastPlace();
    }

    @Override
    public void sync() {
        log.sync();
    }

    @Override
    public void replay(long sequence, Reader reader) {
        try (var records = log.read(sequence)) {
            while (records.next()) {
                reader.event(records.sequence(), records.place(), Records.decode(records.record()));
            }
        }
    }
}
