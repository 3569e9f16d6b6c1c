/**
 * The embedded ledger on the journal: {@code LedgerWriter} turns groups of commands into log records, {@code History}
 * finds entries again, {@code Recovery} rebuilds both from snapshot and log.
 */
@NullMarked
package dev.quintet.wallet.store;

import org.jspecify.annotations.NullMarked;
