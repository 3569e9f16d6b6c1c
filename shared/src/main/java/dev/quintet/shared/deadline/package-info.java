/** Time budgets that travel as plain values. */
@NullMarked
package dev.quintet.shared.deadline;

import org.jspecify.annotations.NullMarked;
