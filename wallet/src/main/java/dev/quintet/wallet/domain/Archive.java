package dev.quintet.wallet.domain;

/** Finds transactions that the keys no longer remember. */
@FunctionalInterface
public interface Archive {

    /** The entry of the transaction, or 0. */
    long find(Digest txid);
}
