package dev.quintet.shared.flow;

/** One row of the topology: which stage hands what to which, how much may wait, and what happens to the rest. */
public record ChannelDeclaration(
        String name, ChannelKind kind, int capacity, String from, String to, String overflow) {}
