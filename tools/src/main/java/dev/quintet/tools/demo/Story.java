package dev.quintet.tools.demo;

import java.util.LinkedHashMap;
import java.util.Map;

/** What later chapters need to know of earlier ones. The suffix makes a second run of the demo a story of its own. */
final class Story {
    /** Who provides content; also the accounts that are paid for it. */
    static final String ALICE = "acc_alice";

    static final String BOB = "acc_bob";
    static final String TREASURY = "acc_treasury";
    static final String ASSET = "ron";

    final String suffix = Long.toString(System.currentTimeMillis() / 1000, 36);
    final String policy = "demo-" + suffix;

    /** Published bytes by path. */
    final Map<String, byte[]> objects = new LinkedHashMap<>();

    /** Version of the commit that holds the policy. */
    long policyVersion;

    String epoch = "";
}
