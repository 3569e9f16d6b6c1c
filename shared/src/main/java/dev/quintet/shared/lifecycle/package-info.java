/**
 * A process from start to exit: {@link dev.quintet.shared.lifecycle.State} says which moves are legal,
 * {@link dev.quintet.shared.lifecycle.Lifecycle} makes them, {@link dev.quintet.shared.lifecycle.Readiness} tells the outside,
 * {@link dev.quintet.shared.lifecycle.Supervisor} owns every long-running task, and
 * {@link dev.quintet.shared.lifecycle.Drain} ends them all within a deadline (docs/adr/0005-drain-is-a-cascade.md).
 */
@NullMarked
package dev.quintet.shared.lifecycle;

import org.jspecify.annotations.NullMarked;
