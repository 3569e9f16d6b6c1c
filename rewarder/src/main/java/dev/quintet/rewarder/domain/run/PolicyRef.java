package dev.quintet.rewarder.domain.run;

import dev.quintet.shared.content.ContentAddress;

/** Which policy, as of which version of the registry, with which canonical content. */
public record PolicyRef(String id, long version, ContentAddress hash) {}
