/** What holds background work back: one byte rate for all repairs, lowered while foreground reads suffer. */
@NullMarked
package dev.quintet.storage.store.pace;

import org.jspecify.annotations.NullMarked;
