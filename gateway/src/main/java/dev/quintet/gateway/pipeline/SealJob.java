package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.domain.usage.Epoch;
import dev.quintet.gateway.domain.usage.UsageSnapshot;
import java.util.concurrent.CompletableFuture;

/** An ended epoch on its way into storage; the same epoch always has the same bytes. */
record SealJob(Epoch epoch, UsageSnapshot snapshot, CompletableFuture<Epoch> answer) {}
