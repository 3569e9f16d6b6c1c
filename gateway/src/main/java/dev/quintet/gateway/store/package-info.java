/** The usage journal. */
@NullMarked
package dev.quintet.gateway.store;

import org.jspecify.annotations.NullMarked;
