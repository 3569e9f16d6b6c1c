package dev.quintet.storage.domain;

import dev.quintet.shared.content.ContentAddress;
import java.time.Instant;

/**
 * What is known of a stored object without reading it.
 *
 * @param owner the first writer's account or tenant; empty when it had none
 * @param durability how it is kept, such as {@code rf=2} or {@code ec=4+2}
 */
public record ObjectInfo(
        ContentAddress address, long size, String owner, Instant created, Durability durability, boolean pinned) {}
