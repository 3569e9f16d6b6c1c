package dev.quintet.shared.capability;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** The test application under two known root keys. */
public class GuardedProfile implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "quarkus.application.name",
                "guarded",
                "quintet.capability.root-key",
                "k1:" + Tokens.SECRET + ",k0:" + Tokens.OLD_SECRET);
    }
}
