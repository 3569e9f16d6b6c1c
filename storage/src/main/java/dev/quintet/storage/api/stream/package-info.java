/**
 * Bytes on their way between a connection and a worker, both ways with a bound: {@link
 * dev.quintet.storage.api.stream.Download} never has more than a window of unsent bytes, {@link
 * dev.quintet.storage.api.stream.BodyInput} never more than a window of unread ones.
 */
@NullMarked
package dev.quintet.storage.api.stream;

import org.jspecify.annotations.NullMarked;
