/** Command-line companions of the services; never part of a service binary. */
@NullMarked
package dev.quintet.tools;

import org.jspecify.annotations.NullMarked;
