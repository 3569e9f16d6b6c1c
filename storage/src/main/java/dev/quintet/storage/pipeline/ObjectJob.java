package dev.quintet.storage.pipeline;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.deadline.Deadline;

/** One read or write of an object. */
public record ObjectJob(Kind kind, ContentAddress address, Deadline deadline) {

    /** Reads and writes have a lane each, so that neither starves the other. */
    public enum Kind {
        GET,
        PUT
    }
}
