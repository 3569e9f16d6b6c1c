/**
 * The log on disk: {@code LogWriter} is its only writer, {@code RegistryStore} recovers it and finds records by
 * version, {@code EmbeddedRegistry} is what the rest of the service sees.
 */
@NullMarked
package dev.quintet.registry.store;

import org.jspecify.annotations.NullMarked;
