package dev.quintet.shared.capability.token;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Every scope a route may ask for; a token command and the services' rules check names against it. */
public final class Scopes {
    private static final Set<String> KNOWN = Collections.unmodifiableSet(new LinkedHashSet<>(List.of(
            "registry:propose",
            "registry:approve",
            "registry:commit",
            "registry:admin",
            "storage:write",
            "storage:delete",
            "storage:owner",
            "storage:admin",
            "wallet:read",
            "wallet:issue",
            "wallet:transfer",
            "wallet:burn",
            "wallet:hold",
            "wallet:admin",
            "rewarder:run",
            "rewarder:inspect",
            "rewarder:admin",
            "gateway:admin")));

    private Scopes() {}

    public static Set<String> known() {
        return KNOWN;
    }
}
