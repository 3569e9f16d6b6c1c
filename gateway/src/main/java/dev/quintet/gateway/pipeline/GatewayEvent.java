package dev.quintet.gateway.pipeline;

/** An upstream changed its state. */
public record GatewayEvent(String upstream, boolean ready) {}
