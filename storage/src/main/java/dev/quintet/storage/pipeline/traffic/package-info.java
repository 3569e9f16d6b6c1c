/**
 * Requests on their way through: {@link dev.quintet.storage.pipeline.traffic.Intake} admits them to a lane of {@code work},
 * the pools take them from there, and large answers go on through {@link
 * dev.quintet.storage.pipeline.traffic.StreamPool}.
 */
@NullMarked
package dev.quintet.storage.pipeline.traffic;

import org.jspecify.annotations.NullMarked;
