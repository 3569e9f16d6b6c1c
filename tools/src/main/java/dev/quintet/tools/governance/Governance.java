package dev.quintet.tools.governance;

import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.RootKeyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code propose <file>}, {@code approve <id> [--signer name]}, {@code commit <id>} against the local registry. The
 * registry's answer is on stdout; exit 0 when it was yes, 1 when it was no, 2 when the call is wrong.
 */
public final class Governance {
    private static final String USAGE = "usage: propose <file.json> | approve <id> [--signer alpha] | commit <id>";

    private Governance() {}

    public static void main(String[] words) throws Exception {
        System.exit(run(List.of(words), System.getenv()));
    }

    static int run(List<String> words, Map<String, String> environment) throws Exception {
        if (words.size() < 2) {
            System.err.println(USAGE);
            return 2;
        }
        var data = Path.of(environment.getOrDefault("QUINTET_DATA", ".quintet"));
        String url = environment.getOrDefault("QUINTET_REGISTRY_URL", "http://127.0.0.1:8081");
        var registry = new RegistryClient(url, token(data.resolve("dev/root.key")));
        try {
            System.out.println(perform(words, data, registry));
            return 0;
        } catch (IOException e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }

    private static String perform(List<String> words, Path data, RegistryClient registry)
            throws IOException, InterruptedException {
        String subject = words.get(1);
        return switch (words.getFirst()) {
            case "propose" ->
                registry.propose(Files.readString(Path.of(subject))).toString();
            case "approve" ->
                registry.approve(subject, signer(words), data.resolve("dev/signers"))
                        .toString();
            case "commit" -> registry.commit(subject).toString();
            default -> throw new IOException(USAGE);
        };
    }

    private static String signer(List<String> words) {
        int at = words.indexOf("--signer");
        return at > 0 && at + 1 < words.size() ? words.get(at + 1) : "alpha";
    }

    /** Minutes are enough for one call, and nobody can use it for anything else. */
    private static @Nullable String token(Path rootKey) {
        if (Files.notExists(rootKey)) {
            return null;
        }
        var expiry = Instant.now().plus(5, ChronoUnit.MINUTES).truncatedTo(ChronoUnit.SECONDS);
        return Macaroon.mint(RootKeyFile.read(rootKey).minting())
                .attenuate(Caveat.parse("scope in registry:propose,registry:approve,registry:commit"))
                .attenuate(Caveat.parse("before = " + expiry))
                .serialize();
    }
}
