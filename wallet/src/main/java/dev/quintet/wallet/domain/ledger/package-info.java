/**
 * The state machine itself. {@code Machine} asks {@code Rules}, writes an {@code Entry} and has {@code LedgerState}
 * apply it; replaying a log goes straight to the last step, so a log always leads to the state that wrote it.
 */
@NullMarked
package dev.quintet.wallet.domain.ledger;

import org.jspecify.annotations.NullMarked;
