/** Requests travel {@code work → sched}: admitted ones are ordered by deficit round-robin and then forwarded. */
@NullMarked
package dev.quintet.gateway.pipeline;

import org.jspecify.annotations.NullMarked;
