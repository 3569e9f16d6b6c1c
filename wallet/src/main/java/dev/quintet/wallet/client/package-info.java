/** Calls to the ledger: time limit, retries and breaker; and, in dev and test only, faults. */
@NullMarked
package dev.quintet.wallet.client;

import org.jspecify.annotations.NullMarked;
