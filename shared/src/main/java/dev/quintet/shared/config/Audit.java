package dev.quintet.shared.config;

import dev.quintet.shared.config.Danger.Looser;
import dev.quintet.shared.config.Problem.Reason;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.SmallRyeConfig;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Holds every value against its type, its range and the danger rule; says all that is wrong, one line each. */
final class Audit {
    static final String DANGER_OK = "quintet.danger-ok";
    private static final String PRODUCTION = "prod";

    private final SmallRyeConfig config;
    private final List<Setting> settings;
    private final List<Problem> problems = new ArrayList<>();

    private Audit(SmallRyeConfig config, List<Setting> settings) {
        this.config = config;
        this.settings = settings;
    }

    static List<Problem> of(SmallRyeConfig config, List<Setting> settings) {
        var audit = new Audit(config, settings);
        settings.forEach(audit::inspect);
        return List.copyOf(audit.problems);
    }

    static boolean production(SmallRyeConfig config) {
        return config.getProfiles().contains(PRODUCTION);
    }

    /** The line for a value that is not of the key's type; also used when the mapping itself could not be built. */
    static Problem unparsable(Setting setting, String name, @Nullable String raw) {
        return new Problem(Reason.INVALID, name + ": \"" + raw + "\" is not " + setting.noun() + range(setting));
    }

    private void inspect(Setting setting) {
        names(setting).forEach(name -> inspect(setting, name));
    }

    private void inspect(Setting setting, String name) {
        ConfigValue found = config.getConfigValue(name);
        String raw = found.getValue();
        if (found.hasProblems()) {
            // An expression that names nothing; for an optional key SmallRye would take it for unset.
            String why = found.getProblems().getFirst().getMessage();
            problems.add(new Problem(Reason.INVALID, name + ": " + why));
            return;
        }
        if (raw == null || raw.isEmpty()) {
            if (setting.shape() == Setting.Shape.SINGLE) {
                problems.add(unparsable(setting, name, ""));
            }
            return;
        }
        try {
            if (setting.type() == boolean.class && !raw.equals("true") && !raw.equals("false")) {
                throw new IllegalArgumentException("a misspelt flag would silently be false");
            }
            setting.measure(raw)
                    .ifPresentOrElse(
                            value -> compare(setting, name, raw, value),
                            () -> config.requireConverter(setting.type()).convert(raw));
        } catch (IllegalArgumentException _) {
            problems.add(unparsable(setting, name, raw));
        }
    }

    private void compare(Setting setting, String name, String raw, BigDecimal value) {
        Bounds bounds = setting.bounds();
        if (bounds != null
                && (value.compareTo(measure(setting, bounds.min())) < 0
                        || value.compareTo(measure(setting, bounds.max())) > 0)) {
            problems.add(new Problem(Reason.INVALID, name + ": \"" + raw + "\" is out of range" + range(setting)));
        } else if (setting.looser() != null && setting.standard() != null) {
            judgeDanger(setting, setting.looser(), setting.standard(), raw, value);
        }
    }

    private void judgeDanger(Setting setting, Looser looser, String standard, String raw, BigDecimal value) {
        int direction = value.compareTo(measure(setting, standard));
        if (looser == Looser.HIGHER ? direction <= 0 : direction >= 0) {
            return;
        }
        String said = setting.key() + ": \"" + raw + "\" is looser than the safe default " + standard;
        if (production(config)) {
            problems.add(new Problem(Reason.DANGER, said + "; profile prod allows no looser value"));
        } else if (!Objects.equals(config.getConfigValue(DANGER_OK).getValue(), "true")) {
            problems.add(
                    new Problem(Reason.DANGER, said + "; allowed only with " + DANGER_OK + "=true" + range(setting)));
        }
    }

    private Stream<String> names(Setting setting) {
        return setting.shape() == Setting.Shape.MAP || setting.shape() == Setting.Shape.LIST
                ? StreamSupport.stream(config.getPropertyNames().spliterator(), false)
                        .filter(setting::covers)
                : Stream.of(setting.key());
    }

    private static BigDecimal measure(Setting setting, String raw) {
        return setting.measure(raw).orElseThrow();
    }

    private static String range(Setting setting) {
        var said = new StringBuilder();
        Bounds bounds = setting.bounds();
        if (bounds != null) {
            said.append("; allowed ").append(bounds.min()).append(" to ").append(bounds.max());
        }
        if (setting.standard() != null) {
            said.append(" (default ").append(setting.standard()).append(')');
        }
        return said.toString();
    }
}
