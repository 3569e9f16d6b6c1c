/**
 * From request to receipt: {@code Intake} admits a job to {@code work}, {@code Committer} takes what has queued to the
 * ledger in one call, whose writer takes it from {@code ledger}; {@code events} and {@code ledger_bus} tell the rest.
 */
@NullMarked
package dev.quintet.wallet.pipeline;

import org.jspecify.annotations.NullMarked;
