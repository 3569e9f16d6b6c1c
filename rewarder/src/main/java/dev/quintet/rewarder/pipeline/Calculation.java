package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.domain.run.QuarantineException;

/** What a worker does with a job; tests bring workers that die. */
@FunctionalInterface
interface Calculation {
    Computation compute(ComputeJob job) throws QuarantineException, RunFailure, InterruptedException;
}
