/**
 * Changes configuration while the service runs: SIGHUP and the watched file ask, one task builds the next snapshot, and
 * {@link dev.quintet.shared.config.HotConfig} hands it out.
 */
@NullMarked
package dev.quintet.shared.reload;

import org.jspecify.annotations.NullMarked;
