package dev.quintet.rewarder.domain.usage;

import dev.quintet.rewarder.domain.number.Uint128;

/** The first line of a snapshot: which epoch, how much to hand out, of what. */
public record UsageHeader(String epoch, Uint128 pool, String asset) {}
