/**
 * Bounded ways to hand work from one stage to the next; the type names the loss.
 *
 * <p>Read in this order: {@link dev.quintet.shared.flow.Offer} is what a producer is told, {@code ChannelCore} is the one queue
 * under all four types (and what the model checker explores), {@code Taker} is how items leave it,
 * {@link dev.quintet.shared.flow.BoundedChannel} refuses, {@link dev.quintet.shared.flow.EvictingChannel} gives up its oldest,
 * {@link dev.quintet.shared.flow.Broadcast} lets a slow subscriber lag, {@link dev.quintet.shared.flow.Watch} keeps the latest,
 * and {@link dev.quintet.shared.flow.ChannelRegistry} is where a service declares each of them once.
 */
@NullMarked
package dev.quintet.shared.flow;

import org.jspecify.annotations.NullMarked;
