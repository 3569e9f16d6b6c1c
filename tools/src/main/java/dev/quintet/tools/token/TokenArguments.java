package dev.quintet.tools.token;

import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.RefusedTokenException;
import dev.quintet.shared.capability.token.Scopes;
import dev.quintet.shared.capability.token.TokenFormat;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of one call, checked: options with their values, and what is left as operands. */
final class TokenArguments {
    private static final Set<String> OPTIONS =
            Set.of("--scope", "--tenant", "--account", "--asset", "--path-prefix", "--ttl", "--root-key", "--format");
    private static final Pattern TTL = Pattern.compile("(\\d{1,9})(s|m|h|d)");
    private static final Duration TTL_MAX = Duration.ofDays(3660);

    private final Map<String, List<String>> options = new LinkedHashMap<>();
    private final List<String> operands = new ArrayList<>();

    static TokenArguments parse(List<String> words) {
        var arguments = new TokenArguments();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (!word.startsWith("--")) {
                arguments.operands.add(word);
                continue;
            }
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (!OPTIONS.contains(name)) {
                throw new UsageException("unknown option " + name);
            }
            if (equals < 0 && ++i == words.size()) {
                throw new UsageException("option " + name + " needs a value");
            }
            arguments.add(name, equals < 0 ? words.get(i) : word.substring(equals + 1));
            // --scope takes all the words up to the next option, as its usage line says.
            while (name.equals("--scope")
                    && i + 1 < words.size()
                    && words.get(i + 1).contains(":")) {
                arguments.add(name, words.get(++i));
            }
        }
        return arguments;
    }

    List<String> operands() {
        return List.copyOf(operands);
    }

    /** The caveats asked for, the given order of kinds, expiry last; {@code ttl} counts when none is given. */
    List<Caveat> caveats(Instant now, Optional<String> ttl) {
        List<Caveat> caveats = new ArrayList<>();
        Set<String> scopes = scopes();
        if (!scopes.isEmpty()) {
            caveats.add(new Caveat.ScopeIn(scopes));
        }
        single("--tenant").map(value -> caveat("tenant = ", value)).ifPresent(caveats::add);
        single("--account").map(value -> caveat("account = ", value)).ifPresent(caveats::add);
        single("--asset").map(value -> caveat("asset = ", value)).ifPresent(caveats::add);
        single("--path-prefix").map(value -> caveat("path_prefix = ", value)).ifPresent(caveats::add);
        single("--ttl")
                .or(() -> ttl)
                .map(value -> new Caveat.Before(end(now, value)))
                .ifPresent(caveats::add);
        return caveats;
    }

    Optional<Path> rootKey() {
        return single("--root-key").map(Path::of);
    }

    Optional<TokenFormat> format() {
        return single("--format").map(value -> switch (value.toLowerCase(Locale.ROOT)) {
            case "v1" -> TokenFormat.V1;
            case "v2" -> TokenFormat.V2;
            case String other -> throw new UsageException("unknown format " + other + "; allowed: v1, v2");
        });
    }

    private Set<String> scopes() {
        Set<String> scopes = new LinkedHashSet<>();
        for (String value : options.getOrDefault("--scope", List.of())) {
            for (String scope : value.split(",", -1)) {
                if (!Scopes.known().contains(scope)) {
                    throw new UsageException(
                            "unknown scope \"" + scope + "\"; known: " + String.join(" ", Scopes.known()));
                }
                scopes.add(scope);
            }
        }
        return scopes;
    }

    private void add(String name, String value) {
        options.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
    }

    private Optional<String> single(String name) {
        List<String> values = options.getOrDefault(name, List.of());
        // The last one wins, so that a wrapper's default can be overridden by whoever types after it.
        return values.isEmpty() ? Optional.empty() : Optional.of(values.getLast());
    }

    private static Caveat caveat(String prefix, String value) {
        try {
            return Caveat.parse(prefix + value);
        } catch (RefusedTokenException _) {
            throw new UsageException("\"" + value + "\" cannot stand in a caveat \"" + prefix + "…\"");
        }
    }

    private static Instant end(Instant now, String ttl) {
        Matcher matcher = TTL.matcher(ttl);
        if (!matcher.matches()) {
            throw new UsageException("bad --ttl \"" + ttl + "\"; write 90s, 15m, 1h or 30d");
        }
        try {
            String amount = matcher.group(1) + matcher.group(2).toUpperCase(Locale.ROOT);
            Duration duration = Duration.parse(amount.endsWith("D") ? "P" + amount : "PT" + amount);
            if (duration.isZero() || duration.compareTo(TTL_MAX) > 0) {
                throw new UsageException("bad --ttl \"" + ttl + "\"; allowed: 1s to " + TTL_MAX.toDays() + "d");
            }
            return now.plus(duration);
        } catch (DateTimeException | ArithmeticException _) {
            throw new UsageException("bad --ttl \"" + ttl + "\"; it is out of any range");
        }
    }
}
