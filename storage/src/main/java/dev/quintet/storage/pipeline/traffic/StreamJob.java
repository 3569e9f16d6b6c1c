package dev.quintet.storage.pipeline.traffic;

/** An answer too large for one go: each time its client has taken some of it, more is fetched. */
public interface StreamJob {
    /** Fetches and hands over as much as the client has room for; never waits for the client. */
    void pump();

    /** The service ends before the stream does. */
    void abort();
}
