package dev.quintet.rewarder.domain.run;

import dev.quintet.shared.content.ContentAddress;

/**
 * What was asked for, with everything a computation needs but the usage itself: the policy travels along, so that a restart does
 * not depend on the registry.
 *
 * @param inline whether the usage came with the request and is kept beside the runs
 * @param policyBody canonical JSON
 */
public record Order(
        String epoch, ContentAddress inputs, boolean inline, PolicyRef policy, String policyBody, String notes) {

    public ContentAddress runKey() {
        return Names.runKey(epoch, policy.hash(), inputs);
    }
}
