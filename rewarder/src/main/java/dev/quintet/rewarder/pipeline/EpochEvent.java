package dev.quintet.rewarder.pipeline;

/** An epoch reached a new status. */
public record EpochEvent(String epoch, String status) {}
