/** The names that must be equal in every service. */
@NullMarked
package dev.quintet.shared.metrics;

import org.jspecify.annotations.NullMarked;
