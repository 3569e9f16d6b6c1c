/** From usage and policy to payouts: pure, exact, the same for any number of workers. */
@NullMarked
package dev.quintet.rewarder.domain.calculus;

import org.jspecify.annotations.NullMarked;
