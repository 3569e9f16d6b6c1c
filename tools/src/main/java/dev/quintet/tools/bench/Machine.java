package dev.quintet.tools.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Where figures were taken, as far as it matters for them: no host name, no user, no path. */
record Machine(int cores, String cpu, double memoryGib, String kernel, String jdk) {
    static Machine here() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                firstValue("/proc/cpuinfo", "model name", "unknown CPU"),
                Long.parseLong(firstValue("/proc/meminfo", "MemTotal", "0").replaceAll("[^0-9]", "")) / 1048576.0,
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vendor.version", "") + " " + Runtime.version());
    }

    String describe() {
        return "%d cores of %s, %.0f GiB, %s, JDK %s".formatted(cores, cpu, memoryGib, kernel, jdk.strip());
    }

    private static String firstValue(String file, String key, String otherwise) {
        try (var lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.toLowerCase(Locale.ROOT).startsWith(key.toLowerCase(Locale.ROOT)))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(otherwise);
        } catch (IOException e) {
            return otherwise; // Not Linux: the figures still count, the description is poorer.
        }
    }
}
