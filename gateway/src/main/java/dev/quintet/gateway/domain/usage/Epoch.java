package dev.quintet.gateway.domain.usage;

import dev.quintet.shared.content.ContentAddress;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * A period of usage.
 *
 * @param number counts up from 1 without gaps
 * @param until empty while it is open
 * @param sealed where it lies in storage, once it does
 * @param accounts owners with anything counted
 */
public record Epoch(
        long number,
        Instant from,
        Optional<Instant> until,
        Optional<ContentAddress> sealed,
        int accounts,
        long requests) {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    /** Names it to the rewarder: unlike the number it stays unique when the gateway's data is lost. */
    public String id() {
        return STAMP.format(from) + "-" + number;
    }

    /** {@code open}, {@code ended} or {@code sealed}. */
    public String state() {
        if (sealed.isPresent()) {
            return "sealed";
        }
        return until.isPresent() ? "ended" : "open";
    }
}
