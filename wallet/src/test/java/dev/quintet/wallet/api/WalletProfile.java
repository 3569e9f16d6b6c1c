package dev.quintet.wallet.api;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** A wallet in memory under a known root key. */
public class WalletProfile implements QuarkusTestProfile {
    static final String ROOT_KEY = "k1:" + "0123456789abcdef".repeat(4);

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "quintet.amnesia", "true",
                "quintet.capability.root-key", ROOT_KEY,
                // The tests share one wallet: an opened breaker must not spoil the next one's day.
                "quintet.wallet.ledger.breaker-open", "300ms");
    }

    /** A token that may do everything, for tests of other packages. */
    public static String token() {
        return Caller.withEveryScope().token();
    }
}
