package dev.quintet.registry.api;

import dev.quintet.registry.Signers;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** A registry in memory under a known root key, with three signers of which two make a quorum. */
public class RegistryProfile implements QuarkusTestProfile {
    static final String ROOT_KEY = "k1:" + "0123456789abcdef".repeat(4);

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "quintet.amnesia",
                "true",
                "quintet.capability.root-key",
                ROOT_KEY,
                "quintet.registry.stream.heartbeat",
                "200ms",
                "quintet.registry.genesis.signers",
                Signers.genesis());
    }
}
