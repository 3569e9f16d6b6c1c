/** Calls to storage, registry and wallet; the only place with retries and breakers. */
@NullMarked
package dev.quintet.rewarder.client;

import org.jspecify.annotations.NullMarked;
