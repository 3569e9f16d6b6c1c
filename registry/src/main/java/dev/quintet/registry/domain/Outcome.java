package dev.quintet.registry.domain;

import java.util.Map;

/** The answer to a command. */
public sealed interface Outcome {

    /** It happened, as this event. */
    record Accepted(Event event) implements Outcome {}

    /** It had happened before, at this version. */
    record Replayed(long version) implements Outcome {}

    /** It did not happen. */
    record Refused(Refusal reason, String detail, Map<String, Object> details) implements Outcome {
        public Refused(Refusal reason, String detail) {
            this(reason, detail, Map.of());
        }
    }
}
