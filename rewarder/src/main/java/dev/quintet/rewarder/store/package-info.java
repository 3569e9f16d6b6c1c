/** Runs, outbox and artifacts, on disk or in memory. */
@NullMarked
package dev.quintet.rewarder.store;

import org.jspecify.annotations.NullMarked;
