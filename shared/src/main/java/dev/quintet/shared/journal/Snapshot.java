package dev.quintet.shared.journal;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * A verified snapshot.
 *
 * @param sequence the last record it covers; reading goes on with the next one
 * @param bytes the length of its content
 * @param content opens the content
 * @param passedOver damaged newer snapshots that it stands in for; worth an alarm
 */
public record Snapshot(long sequence, long bytes, Content content, List<CorruptionException> passedOver) {

    public Snapshot {
        passedOver = List.copyOf(passedOver);
    }

    public InputStream open() throws IOException {
        return content.open();
    }

    /** Where the bytes come from. */
    @FunctionalInterface
    public interface Content {
        InputStream open() throws IOException;
    }
}
