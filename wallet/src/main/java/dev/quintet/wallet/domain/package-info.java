/**
 * The wallet's nouns: amounts, commands, outcomes, limits. Values only; what they do to each other is in {@code ledger},
 * the compact tables underneath are in {@code table}. No clock, disk or randomness in any of the three.
 */
@NullMarked
package dev.quintet.wallet.domain;

import org.jspecify.annotations.NullMarked;
