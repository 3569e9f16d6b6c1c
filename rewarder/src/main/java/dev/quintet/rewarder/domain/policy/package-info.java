/** The approved rules by which usage becomes payouts. */
@NullMarked
package dev.quintet.rewarder.domain.policy;

import org.jspecify.annotations.NullMarked;
