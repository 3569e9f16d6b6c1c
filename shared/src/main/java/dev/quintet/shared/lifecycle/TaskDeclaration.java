package dev.quintet.shared.lifecycle;

/** One row of the task table: a name for restarts, a kind for counts, and how it ends. */
public record TaskDeclaration(String name, String kind, String end) {}
