package dev.quintet.tools.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** docs/benchmarks.md: one section per suite, between markers, replaced as a whole by the next run that is told to. */
final class BenchmarksPage {
    private final Path page;

    BenchmarksPage(Path page) {
        this.page = page;
    }

    void replace(String suite, String section) throws IOException {
        String begin = "<!-- bench:" + suite + " -->\n";
        String end = "<!-- /bench:" + suite + " -->\n";
        String text = Files.exists(page) ? Files.readString(page) : "# Benchmarks\n";
        int from = text.indexOf(begin);
        int to = text.indexOf(end);
        String whole = begin + section + end;
        String replaced = from >= 0 && to > from
                ? text.substring(0, from) + whole + text.substring(to + end.length())
                : text + "\n" + whole;
        Files.createDirectories(page.toAbsolutePath().getParent());
        Files.writeString(page, replaced);
    }
}
