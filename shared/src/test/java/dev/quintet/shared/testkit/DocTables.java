package dev.quintet.shared.testkit;

import dev.quintet.shared.flow.ChannelDeclaration;
import dev.quintet.shared.lifecycle.TaskDeclaration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The tables of {@code docs/concurrency/<service>.md}, as the code declares them. */
public final class DocTables {
    private DocTables() {}

    /** Fails when the document says something else; {@code -Dquintet.docs.write=true} rewrites it instead. */
    public static void check(String service, List<ChannelDeclaration> channels, List<TaskDeclaration> tasks) {
        GoldenDoc.check("docs/concurrency/" + service + ".md", render(channels, tasks));
    }

    static String render(List<ChannelDeclaration> channels, List<TaskDeclaration> tasks) {
        String rows = tasks.stream()
                .sorted(Comparator.comparing(TaskDeclaration::name))
                .map(task -> row("`" + task.name() + "`", task.kind(), task.end()))
                .collect(Collectors.joining());
        // By name: the order of declaration is the order in which the container happens to make the beans.
        var sorted = channels.stream()
                .sorted(Comparator.comparing(ChannelDeclaration::name))
                .toList();
        return channels(sorted) + "\n| task | kind | ends when |\n|---|---|---|\n" + rows;
    }

    /** In the order given. */
    static String channels(List<ChannelDeclaration> channels) {
        String rows = channels.stream()
                .map(channel -> row(
                        "`" + channel.name() + "`",
                        channel.kind().name().toLowerCase(Locale.ROOT),
                        Integer.toString(channel.capacity()),
                        channel.from() + " → " + channel.to(),
                        channel.overflow()))
                .collect(Collectors.joining());
        return "| channel | kind | capacity | from → to | when full |\n|---|---|---:|---|---|\n" + rows;
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
