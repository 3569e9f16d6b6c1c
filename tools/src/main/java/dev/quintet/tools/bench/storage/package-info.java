/** The storage over HTTP beside nginx: one closed-loop client for both. */
@NullMarked
package dev.quintet.tools.bench.storage;

import org.jspecify.annotations.NullMarked;
