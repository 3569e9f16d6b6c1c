/** Exact unsigned 128-bit arithmetic without allocation. */
@NullMarked
package dev.quintet.rewarder.domain.number;

import org.jspecify.annotations.NullMarked;
