/** A run travels {@code work_req → work → results}, its payouts through {@code intents} to the wallet. */
@NullMarked
package dev.quintet.rewarder.pipeline;

import org.jspecify.annotations.NullMarked;
