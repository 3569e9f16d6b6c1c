package dev.quintet.gateway.domain.usage;

/** What the owners of an epoch share: fixed when it ends, so that its bytes never change. */
public record Terms(String poolMinor, String asset) {}
