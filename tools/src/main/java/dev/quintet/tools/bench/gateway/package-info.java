/** What the gateway's policies cost. */
@NullMarked
package dev.quintet.tools.bench.gateway;

import org.jspecify.annotations.NullMarked;
