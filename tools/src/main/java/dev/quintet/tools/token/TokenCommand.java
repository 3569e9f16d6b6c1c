package dev.quintet.tools.token;

import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.RefusedTokenException;
import dev.quintet.shared.capability.token.RootKeyException;
import dev.quintet.shared.capability.token.RootKeyFile;
import dev.quintet.shared.capability.token.RootKeys;
import dev.quintet.shared.capability.token.TokenFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Mints, narrows and shows tokens. The token stands alone on the last line of stdout; everything else goes to stderr.
 */
public final class TokenCommand {
    private static final String DEFAULT_TTL = "1h";
    private static final String USAGE = """
            usage: token --scope S… [--tenant T] [--account A] [--asset A] [--path-prefix P] [--ttl 1h]
                         [--root-key FILE] [--format v1|v2]
                   token attenuate TOKEN|- [--scope S…] [--tenant T] … [--ttl 5m] [--format v1|v2]
                   token inspect TOKEN|-
            S is one scope or several, separated by commas or spaces; TOKEN - reads it from stdin.""";

    private final Function<String, @Nullable String> environment;
    private final Clock clock;
    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;

    TokenCommand(
            Function<String, @Nullable String> environment,
            Clock clock,
            InputStream in,
            PrintStream out,
            PrintStream err) {
        this.environment = environment;
        this.clock = clock;
        this.in = in;
        this.out = out;
        this.err = err;
    }

    public static void main(String[] words) {
        var command = new TokenCommand(System::getenv, Clock.systemUTC(), System.in, System.out, System.err);
        System.exit(command.run(List.of(words)));
    }

    /** The exit code: 0 done, 1 the key or token is unusable, 2 the call is wrong. */
    int run(List<String> words) {
        try {
            if (words.isEmpty() || words.contains("--help")) {
                err.println(USAGE);
                return words.isEmpty() ? 2 : 0;
            }
            perform(TokenArguments.parse(words));
            return 0;
        } catch (UsageException e) {
            err.println("token: " + e.getMessage());
            return 2;
        } catch (RootKeyException | RefusedTokenException e) {
            err.println("token: " + e.getMessage());
            return 1;
        }
    }

    private void perform(TokenArguments arguments) {
        List<String> operands = arguments.operands();
        String verb = operands.isEmpty() ? "mint" : operands.getFirst();
        switch (verb) {
            case "mint" -> mint(arguments);
            case "attenuate" -> attenuate(arguments, token(operands));
            case "inspect" -> inspect(token(operands));
            case String _ -> throw new UsageException("unknown word; --help shows the usage");
        }
    }

    private void mint(TokenArguments arguments) {
        TokenFormat format = arguments.format().orElse(TokenFormat.V1);
        List<Caveat> caveats = arguments.caveats(now(), Optional.of(DEFAULT_TTL));
        if (!(caveats.getFirst() instanceof Caveat.ScopeIn)) {
            throw new UsageException("--scope is missing; a token without one would be allowed everything");
        }
        Macaroon bare = Macaroon.mint(keys(arguments).minting()).as(format);
        print(narrowed(bare, caveats));
    }

    private void attenuate(TokenArguments arguments, Macaroon token) {
        List<Caveat> caveats = arguments.caveats(now(), Optional.empty());
        if (caveats.isEmpty()) {
            throw new UsageException("nothing to add; give at least one of --scope, --tenant, …");
        }
        Macaroon narrower = narrowed(token, caveats);
        print(arguments.format().map(narrower::as).orElse(narrower));
    }

    private void inspect(Macaroon token) {
        out.println("key " + token.keyId() + ", id " + token.uniqueId() + " (signature not checked)");
        token.caveats().forEach(out::println);
        for (String text : token.caveats()) {
            if (Caveat.parse(text) instanceof Caveat.Before(Instant end)
                    && !clock.instant().isBefore(end)) {
                err.println("expired " + Duration.between(end, now()).toSeconds() + " s ago");
            }
        }
    }

    private RootKeys keys(TokenArguments arguments) {
        Path file = arguments.rootKey().orElseGet(this::developmentKey);
        boolean missing = Files.notExists(file);
        RootKeys keys = RootKeyFile.readOrCreate(file);
        if (missing) {
            err.println("created the development root key " + file);
        }
        return keys;
    }

    private Path developmentKey() {
        String data = environment.apply("QUINTET_DATA");
        return Path.of(data == null || data.isEmpty() ? ".quintet" : data, "dev", "root.key");
    }

    private static Macaroon narrowed(Macaroon token, List<Caveat> caveats) {
        Macaroon narrower = token;
        for (Caveat caveat : caveats) {
            narrower = narrower.attenuate(caveat);
        }
        return narrower;
    }

    private void print(Macaroon token) {
        token.caveats().forEach(err::println);
        out.println(token.serialize());
    }

    private Macaroon token(List<String> operands) {
        if (operands.size() != 2) {
            throw new UsageException(operands.getFirst() + " needs exactly one token, or - for stdin");
        }
        String text = operands.get(1);
        return Macaroon.parse(text.equals("-") ? firstLine() : text);
    }

    private String firstLine() {
        try {
            String line = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII)).readLine();
            return line == null ? "" : line.strip();
        } catch (IOException e) {
            throw new UsageException("stdin cannot be read: " + e.getMessage());
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }
}
