package dev.quintet.shared.testkit;

import dev.quintet.shared.flow.ChannelDeclaration;
import java.util.List;
import java.util.Locale;

/** The channels of {@code docs/concurrency/<service>.md}, as the code declares them. */
public final class ChannelTable {
    private ChannelTable() {}

    /** Fails when the document lists others; {@code -Dquintet.docs.write=true} rewrites it instead. */
    public static void check(String service, List<ChannelDeclaration> channels) {
        var rows = new StringBuilder();
        for (ChannelDeclaration channel : channels) {
            rows.append("| `%s` | %s | %d | %s → %s | %s |\n"
                    .formatted(
                            channel.name(),
                            channel.kind().name().toLowerCase(Locale.ROOT),
                            channel.capacity(),
                            channel.from(),
                            channel.to(),
                            channel.overflow()));
        }
        GoldenDoc.check(
                "docs/concurrency/" + service + ".md",
                "| channel | kind | capacity | from → to | when full |\n|---|---|---:|---|---|\n" + rows);
    }
}
