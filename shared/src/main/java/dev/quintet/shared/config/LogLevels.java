package dev.quintet.shared.config;

import dev.quintet.shared.config.Problem.Reason;
import io.smallrye.config.SmallRyeConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Level;
import org.jboss.logmanager.LogContext;

/** Quarkus' own keys for log levels ({@code quarkus.log.level}, {@code quarkus.log.category."c".level}), made hot. */
final class LogLevels {
    private static final String ROOT = "quarkus.log.level";
    private static final String CATEGORY = "quarkus.log.category.";
    private static final String LEVEL = ".level";
    private static final LogContext LOGS = LogContext.getLogContext();

    private LogLevels() {}

    static List<Problem> audit(SmallRyeConfig config) {
        var problems = new ArrayList<Problem>();
        read(config).forEach((key, raw) -> {
            try {
                level(raw);
            } catch (IllegalArgumentException _) {
                problems.add(new Problem(
                        Reason.INVALID,
                        key + ": \"" + raw + "\" is not a level; allowed OFF, ERROR, WARN, INFO, DEBUG, TRACE, ALL"));
            }
        });
        return problems;
    }

    /** Sets what {@code next} says; a category that only {@code before} named inherits its level again. */
    static void apply(SmallRyeConfig before, SmallRyeConfig next) {
        Map<String, String> wanted = read(next);
        read(before).keySet().stream()
                .filter(key -> !wanted.containsKey(key))
                .forEach(key -> LOGS.getLogger(category(key)).setLevel(null));
        wanted.forEach((key, raw) -> LOGS.getLogger(category(key)).setLevel(level(raw)));
    }

    private static Map<String, String> read(SmallRyeConfig config) {
        var levels = new HashMap<String, String>();
        for (String name : config.getPropertyNames()) {
            if (name.equals(ROOT)
                    || (name.startsWith(CATEGORY) && name.endsWith(LEVEL) && !name.endsWith("min-level"))) {
                String raw = config.getConfigValue(name).getValue();
                if (raw != null && !raw.equalsIgnoreCase("inherit")) {
                    levels.put(name, raw);
                }
            }
        }
        return levels;
    }

    private static Level level(String raw) {
        return LOGS.getLevelForName(raw.strip().toUpperCase(Locale.ROOT));
    }

    private static String category(String key) {
        return key.equals(ROOT)
                ? ""
                : key.substring(CATEGORY.length(), key.length() - LEVEL.length())
                        .replace("\"", "");
    }
}
