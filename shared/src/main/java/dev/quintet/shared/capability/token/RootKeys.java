package dev.quintet.shared.capability.token;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The live root keys: the first one mints, all of them verify. Two at most, which is what a rotation needs. */
public record RootKeys(List<RootKey> keys) {
    static final int KEYS_MAX = 2;

    private static final Pattern SEPARATOR = Pattern.compile("[\\r\\n,]");

    public RootKeys {
        keys = List.copyOf(keys);
        if (keys.isEmpty() || keys.size() > KEYS_MAX) {
            throw new RootKeyException("there are " + keys.size() + " root keys; allowed: 1 to " + KEYS_MAX);
        }
        if (keys.stream().map(RootKey::id).distinct().count() != keys.size()) {
            throw new RootKeyException(
                    "two root keys have the same id " + keys.getFirst().id());
        }
    }

    /** Reads one key per line (or between commas); empty lines and lines that start with {@code #} are skipped. */
    public static RootKeys parse(String text) {
        return new RootKeys(SEPARATOR
                .splitAsStream(text)
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(RootKey::parse)
                .toList());
    }

    /** The key that new tokens are minted under. */
    public RootKey minting() {
        return keys.getFirst();
    }

    public Optional<RootKey> find(String id) {
        // A loop, not a stream: this is on the path of every request.
        for (RootKey key : keys) {
            if (key.id().equals(id)) {
                return Optional.of(key);
            }
        }
        return Optional.empty();
    }
}
