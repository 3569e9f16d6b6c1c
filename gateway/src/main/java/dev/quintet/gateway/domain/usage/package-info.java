/** What is counted for the rewards: who used how much, and whose content it was, epoch by epoch. */
@NullMarked
package dev.quintet.gateway.domain.usage;

import org.jspecify.annotations.NullMarked;
