package dev.quintet.storage.api;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** A storage in memory under a known root key. */
public class StorageProfile implements QuarkusTestProfile {
    static final String ROOT_KEY = "k1:" + "0123456789abcdef".repeat(4);

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of("quintet.amnesia", "true", "quintet.capability.root-key", ROOT_KEY);
    }
}
