package dev.quintet.shared.testkit;

import dev.quintet.shared.flow.ChannelDeclaration;
import java.util.List;

/** The channels of a service that has no tasks yet; see {@link DocTables}. */
public final class ChannelTable {
    private ChannelTable() {}

    /** Fails when the document lists others; {@code -Dquintet.docs.write=true} rewrites it instead. */
    public static void check(String service, List<ChannelDeclaration> channels) {
        GoldenDoc.check("docs/concurrency/" + service + ".md", DocTables.channels(channels));
    }
}
