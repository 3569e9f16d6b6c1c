package dev.quintet.rewarder.api;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/** A rewarder in memory under a known root key, with upstreams in this JVM. */
public class RewarderProfile implements QuarkusTestProfile {
    static final String ROOT_KEY = "k1:" + "0123456789abcdef".repeat(4);

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "quintet.amnesia", "true",
                "quintet.capability.root-key", ROOT_KEY,
                "quintet.rewarder.settlement.pause", "100ms");
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(Upstreams.class));
    }
}
