/**
 * The HTTP side: parse, offer to a lane of {@code work}, answer. Objects stream through {@link
 * dev.quintet.storage.api.stream}; conditions and ranges are judged in {@link dev.quintet.storage.api.condition}, and
 * resumable uploads speak {@link dev.quintet.storage.api.tus}.
 */
@NullMarked
package dev.quintet.storage.api;

import org.jspecify.annotations.NullMarked;
