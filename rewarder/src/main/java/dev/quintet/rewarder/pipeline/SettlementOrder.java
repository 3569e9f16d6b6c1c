package dev.quintet.rewarder.pipeline;

/** The payments of a run whose manifest is durable, to be sent or sent on. */
public record SettlementOrder(String epoch) {}
