/**
 * {@code ./quintet demo}: the loop from traffic to verified payouts on a running system, told step by step. Read
 * {@link dev.quintet.tools.demo.Demo} first; it is the table of contents.
 */
@NullMarked
package dev.quintet.tools.demo;

import org.jspecify.annotations.NullMarked;
