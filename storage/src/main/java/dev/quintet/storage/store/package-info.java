/**
 * The store on volumes of this machine: {@code EmbeddedStore} is the door, {@code Chunks} puts and gets single chunks,
 * {@code VolumeSet} knows which volumes there are, and {@code Repairer}, {@code Scrubber}, {@code Collector} keep it all
 * whole and small.
 */
@NullMarked
package dev.quintet.storage.store;

import org.jspecify.annotations.NullMarked;
