package dev.quintet.rewarder.pipeline;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.deadline.Deadline;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A run asked for over HTTP and not yet scheduled. */
public record RunRequest(String epoch, Ask ask, Deadline deadline, CompletableFuture<Reply> answer) {

    /** How a run is wanted: remembered and paid, only computed, or in place of a quarantined one. */
    public enum Mode {
        RUN,
        DRY,
        RELEASE
    }

    /**
     * The body.
     *
     * @param inline the sealed lines when the usage came along, null when it lies in storage
     */
    @SuppressWarnings("ArrayRecordComponent") // Handed over, not shared.
    public record Ask(
            ContentAddress inputs,
            byte @Nullable [] inline,
            String policy,
            OptionalLong version,
            Mode mode,
            String notes) {}

    /** What became of the request. */
    public sealed interface Reply {
        /** The run is durable and will be computed. */
        record Accepted() implements Reply {}

        /** The run exists and has a manifest. */
        record Exists() implements Reply {}

        /** The manifest of a dry run. */
        @SuppressWarnings("ArrayRecordComponent") // Handed over, not shared.
        record Dry(byte[] manifest) implements Reply {}
    }
}
