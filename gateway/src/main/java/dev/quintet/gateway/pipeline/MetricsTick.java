package dev.quintet.gateway.pipeline;

import java.time.Instant;

/** A sample is due. */
public record MetricsTick(Instant at) {}
