/**
 * What an operator may change, and what happens when he does.
 *
 * <p>A mapping interface ({@link dev.quintet.shared.config.QuintetConfig} and one per service) declares every key with its
 * default, its {@link dev.quintet.shared.config.Bounds}, whether it is {@link dev.quintet.shared.config.Hot} and whether
 * loosening it is a {@link dev.quintet.shared.config.Danger}. At start all values are audited before a socket opens; a bad
 * one is a line on stderr and a non-zero exit. Afterwards SIGHUP or a change of the watched file builds the next snapshot,
 * audits it the same way, and publishes it whole through {@link dev.quintet.shared.config.HotConfig} or not at all.
 */
@NullMarked
package dev.quintet.shared.config;

import org.jspecify.annotations.NullMarked;
