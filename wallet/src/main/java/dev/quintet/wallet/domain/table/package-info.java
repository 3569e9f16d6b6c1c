/** Compact tables for millions of accounts: primitive rows, interned names, open addressing. One writer, no locks. */
@NullMarked
package dev.quintet.wallet.domain.table;

import org.jspecify.annotations.NullMarked;
