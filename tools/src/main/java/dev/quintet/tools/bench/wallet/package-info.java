/**
 * The wallet against PostgreSQL: {@link dev.quintet.tools.bench.wallet.WalletLoad} drives the packaged service over HTTP,
 * {@link dev.quintet.tools.bench.wallet.Postgres} a private cluster through its own {@code pgbench}, and {@link
 * dev.quintet.tools.bench.wallet.LedgerBench} the ledger alone, in a process of its own.
 */
@NullMarked
package dev.quintet.tools.bench.wallet;

import org.jspecify.annotations.NullMarked;
