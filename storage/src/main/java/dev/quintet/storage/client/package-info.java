/** Whom the storage asks: the registry, for how new objects are to be kept. */
@NullMarked
package dev.quintet.storage.client;

import org.jspecify.annotations.NullMarked;
