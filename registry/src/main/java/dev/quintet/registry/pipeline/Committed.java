package dev.quintet.registry.pipeline;

import dev.quintet.shared.content.ContentAddress;
import java.time.Instant;

/** News of a commit, as subscribers get it. */
public record Committed(long version, ContentAddress hash, ContentAddress payloadAddress, Instant committedAt) {}
