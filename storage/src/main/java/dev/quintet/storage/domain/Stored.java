package dev.quintet.storage.domain;

/** A finished write: the object, and whether it is new or was there already. */
public record Stored(ObjectInfo object, boolean created) {}
