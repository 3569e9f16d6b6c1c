package dev.quintet.gateway.domain.usage;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** An ended epoch as the rewarder reads it: one line for the epoch, then one per owner in bytewise order. */
public final class UsageSnapshot {
    /** What the wallet takes for an account; anything else could not be paid. */
    private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9:/_.-]{1,256}");

    private final byte[] bytes;

    private UsageSnapshot(byte[] bytes) {
        this.bytes = bytes;
    }

    public static boolean isAccount(String name) {
        return ACCOUNT.matcher(name).matches();
    }

    /** The same epoch always gives the same bytes. Owners are sorted already, and none needs escaping. */
    public static UsageSnapshot of(UsageBook.Entry entry) {
        List<Tally> owners = entry.owners();
        var text = new StringBuilder(128 + owners.size() * 128)
                .append("{\"schema\":\"quintet.usage.v1\",\"epoch\":\"")
                .append(entry.epoch().id())
                .append("\",\"pool_minor\":\"")
                .append(entry.terms().poolMinor())
                .append("\",\"asset\":\"")
                .append(entry.terms().asset())
                .append("\"}\n");
        for (Tally owner : owners) {
            text.append("{\"account\":\"")
                    .append(owner.name())
                    .append("\",\"bytes_stored\":")
                    .append(owner.bytesStored())
                    .append(",\"bytes_served\":")
                    .append(owner.bytesServed())
                    .append(",\"uptime_seconds\":0,\"requests\":")
                    .append(owner.requests())
                    .append("}\n");
        }
        return new UsageSnapshot(text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    public byte[] bytes() {
        return bytes.clone();
    }
}
