/** Per-epoch reward runs. A run travels {@code work_req → work → results}, its payouts through {@code intents} to the wallet. */
@NullMarked
package dev.quintet.rewarder;

import org.jspecify.annotations.NullMarked;
