/** Scrub, collection, compaction and expiry: ticks ask, one worker does. */
@NullMarked
package dev.quintet.storage.pipeline.upkeep;

import org.jspecify.annotations.NullMarked;
