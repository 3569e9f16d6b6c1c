package dev.quintet.rewarder.domain;

import dev.quintet.rewarder.domain.usage.SnapshotException;
import dev.quintet.rewarder.domain.usage.Usage;
import dev.quintet.rewarder.domain.usage.UsageReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Snapshots for tests. */
public final class Snapshots {
    private Snapshots() {}

    /** One contributor; metrics in the order of {@code Metric}. */
    public record Line(String account, long stored, long served, long uptime, long requests) {
        public String json() {
            return "{\"account\":\"" + account + "\",\"bytes_stored\":" + stored + ",\"bytes_served\":" + served
                    + ",\"uptime_seconds\":" + uptime + ",\"requests\":" + requests + "}";
        }
    }

    public static String header(String epoch, String pool) {
        return "{\"schema\":\"quintet.usage.v1\",\"epoch\":\"" + epoch + "\",\"pool_minor\":\"" + pool
                + "\",\"asset\":\"ron\"}\n";
    }

    public static String text(String epoch, String pool, List<Line> lines) {
        var text = new StringBuilder(header(epoch, pool));
        lines.forEach(line -> text.append(line.json()).append('\n'));
        return text.toString();
    }

    public static Usage read(String text) throws SnapshotException {
        try {
            return UsageReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), 1_000_000);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
