package dev.quintet.shared.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The repository's own rules, as lines that say what to do instead. Each answers an empty list when all is well. */
public final class TidyRules {
    static final int FILE_LINES_MAX = 400;

    private static final String KIT = "/dev/quintet/shared/flow/";
    private static final Map<Pattern, String> BANNED = Map.of(
            Pattern.compile("\\b(Unicast|Broadcast)Processor\\b"), "declare a channel in the ChannelRegistry",
            Pattern.compile("\\.onOverflow\\(\\)|\\.emitOn\\(|createFrom\\(\\)\\s*\\.emitter"),
                    "their buffers are not the bound they look like; use a channel",
            Pattern.compile("\\.await\\(\\)\\.indefinitely\\(\\)"), "wait with a deadline",
            Pattern.compile("\\bnew Thread\\(|\\bExecutors\\."), "run it under the Supervisor",
            Pattern.compile("(?m)^\\s*(\\w+ )*synchronized\\b"),
                    "use a channel, an atomic or a lock that guards memory only",
            Pattern.compile("\\bThread\\.sleep\\("), "schedule it, or wait for the event itself");
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
    private static final List<String> ADR_SECTIONS =
            List.of("Question", "Forces", "Decision", "Rejected", "Consequences", "Enforced by", "Revisit when");

    private TidyRules() {}

    /** Constructs that block, buffer or start threads behind the kit's back, in service and kit code. */
    public static List<String> banned(Path root) {
        List<String> lines = new ArrayList<>();
        for (Path file : sources(root, path -> path.contains("/src/main/java/") && !path.contains(KIT))) {
            String code = withoutComments(read(file));
            BANNED.forEach((pattern, instead) -> {
                if (pattern.matcher(code).find()) {
                    lines.add(root.relativize(file) + " uses " + pattern + ": " + instead);
                }
            });
        }
        return lines;
    }

    public static List<String> unfinished(Path root) {
        return sources(root, _ -> true).stream()
                .filter(file -> UNFINISHED.matcher(read(file)).find())
                .map(file -> root.relativize(file) + " is not finished: do it, or open an issue and say so in prose")
                .toList();
    }

    public static List<String> tooLong(Path root) {
        return sources(root, path -> path.contains("/src/main/java/")).stream()
                .filter(file -> read(file).lines().count() > FILE_LINES_MAX)
                .map(file -> root.relativize(file) + " has more than " + FILE_LINES_MAX + " lines: split it by concept")
                .toList();
    }

    /** Null does not cross a method border, in any package. */
    public static List<String> withoutNullMarked(Path root) {
        return sources(root, path -> path.contains("/src/main/java/")).stream()
                .map(file -> file.resolveSibling("package-info.java"))
                .distinct()
                .filter(info -> !Files.exists(info) || !read(info).contains("@NullMarked"))
                .map(info -> root.relativize(info) + " must exist and carry @NullMarked")
                .toList();
    }

    /** A record's number is its file's, and it has the sections of the template in order. */
    public static List<String> untidyRecords(Path root) {
        List<String> lines = new ArrayList<>();
        for (Path file : files(root.resolve("docs/adr"), path -> path.matches(".*/\\d{4}-[a-z0-9-]+\\.md"))) {
            String text = read(file);
            String number = file.getFileName().toString().substring(0, 4);
            boolean template = number.equals("0000");
            if (!template && !text.startsWith("# ADR-" + number + ": ")) {
                lines.add(file.getFileName() + " must begin with \"# ADR-" + number + ": \"");
            }
            if (!template && !text.contains("\nStatus: accepted") && !text.contains("\nStatus: superseded by ADR-")) {
                lines.add(file.getFileName() + " must have the status accepted or superseded by ADR-NNNN");
            }
            int at = 0;
            for (String section : ADR_SECTIONS) {
                at = text.indexOf("\n## " + section, at);
                if (at < 0) {
                    lines.add(file.getFileName() + " lacks the section " + section + ", or has it out of order");
                    break;
                }
            }
        }
        return lines;
    }

    private static List<Path> sources(Path root, Predicate<String> wanted) {
        return files(root, path -> path.endsWith(".java") && path.contains("/src/") && wanted.test(path));
    }

    private static List<Path> files(Path root, Predicate<String> wanted) {
        try (Stream<Path> found = Files.walk(root)) {
            return found.filter(file -> {
                        // Relative, so that where the repository lies does not matter.
                        String path = "/" + root.relativize(file);
                        return !path.contains("/target/") && !path.contains("/.") && wanted.test(path);
                    })
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String withoutComments(String code) {
        return code.replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("//[^\\n]*", "");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
