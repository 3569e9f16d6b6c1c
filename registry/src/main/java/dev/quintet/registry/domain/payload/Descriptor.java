package dev.quintet.registry.domain.payload;

/** What a commit says about one key; {@code body} is a JSON object in canonical form. */
public record Descriptor(Key key, String body) {}
