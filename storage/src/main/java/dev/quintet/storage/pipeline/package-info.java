/** Reads and writes go through {@code work} to their pools; repairs go through {@code repair}, paced. */
@NullMarked
package dev.quintet.storage.pipeline;

import org.jspecify.annotations.NullMarked;
