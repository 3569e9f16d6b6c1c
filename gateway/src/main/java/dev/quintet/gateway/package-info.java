/** The only public door: admits, orders and forwards requests. Requests travel {@code work → sched}: admitted ones are ordered by deficit round-robin and then forwarded. */
@NullMarked
package dev.quintet.gateway;

import org.jspecify.annotations.NullMarked;
