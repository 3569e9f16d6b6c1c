/** The kit: mechanisms the five services share, without a business noun. */
@NullMarked
package dev.quintet.shared;

import org.jspecify.annotations.NullMarked;
