package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.domain.run.Order;
import java.util.concurrent.CompletableFuture;

/** A computed run that is not yet durable; {@code durable} says when it is. */
public record RunResult(Order order, Computation computation, CompletableFuture<Void> durable) {}
