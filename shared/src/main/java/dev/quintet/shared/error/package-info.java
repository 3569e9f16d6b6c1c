/** One catalogue of errors, one body, one mapper. */
@NullMarked
package dev.quintet.shared.error;

import org.jspecify.annotations.NullMarked;
