/** Content-addressed objects, verified on read. Reads and writes go through {@code work} to their pools; repairs go through {@code repair}, paced. */
@NullMarked
package dev.quintet.storage;

import org.jspecify.annotations.NullMarked;
