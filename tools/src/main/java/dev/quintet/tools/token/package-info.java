/** {@code ./quintet token}: mints, narrows and shows capability tokens. */
@NullMarked
package dev.quintet.tools.token;

import org.jspecify.annotations.NullMarked;
