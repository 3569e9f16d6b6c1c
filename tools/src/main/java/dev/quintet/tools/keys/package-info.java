/** Keys for a development run. A production run brings its own. */
@NullMarked
package dev.quintet.tools.keys;

import org.jspecify.annotations.NullMarked;
