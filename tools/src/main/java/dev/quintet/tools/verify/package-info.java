/** What {@code ./quintet verify} runs: each service's log derived once more by code that shares nothing with the service. */
@NullMarked
package dev.quintet.tools.verify;

import org.jspecify.annotations.NullMarked;
