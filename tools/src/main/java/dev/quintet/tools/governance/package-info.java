/** Proposing, approving and committing by hand: what {@code ./quintet propose}, {@code approve} and {@code commit} run. */
@NullMarked
package dev.quintet.tools.governance;

import org.jspecify.annotations.NullMarked;
