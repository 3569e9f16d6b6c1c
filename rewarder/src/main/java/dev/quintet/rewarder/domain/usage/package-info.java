/** Sealed usage: read as a stream, checked line by line, kept in columns. */
@NullMarked
package dev.quintet.rewarder.domain.usage;

import org.jspecify.annotations.NullMarked;
