/** Resumable uploads by the tus 1.0 protocol: its headers, its metadata, its checksums. */
@NullMarked
package dev.quintet.storage.api.tus;

import org.jspecify.annotations.NullMarked;
