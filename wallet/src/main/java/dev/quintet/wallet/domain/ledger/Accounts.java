package dev.quintet.wallet.domain.ledger;

import dev.quintet.wallet.domain.table.IntList;
import dev.quintet.wallet.domain.table.NameTable;
import dev.quintet.wallet.domain.table.Rows;

/** Account names and the last nonce each has used, beside the one readers see. */
final class Accounts {
    private static final int NONCE = 0;
    private static final int PUBLISHED_NONCE = 1;
    private static final int WIDTH = 2;

    private final NameTable names;
    private final Rows rows = new Rows(WIDTH);
    private final IntList touched = new IntList();
    private int sizeAtMark;

    Accounts(long seed) {
        this.names = new NameTable(seed);
        rows.append(); // Number 0 is nobody.
    }

    int find(String name) {
        return names.find(name);
    }

    int add(String name) {
        rows.append();
        return names.add(name);
    }

    String name(int account) {
        return names.name(account);
    }

    int size() {
        return names.size();
    }

    long nonce(int account) {
        return rows.get(account, NONCE);
    }

    long publishedNonce(int account) {
        return rows.get(account, PUBLISHED_NONCE);
    }

    void use(int account, long nonce) {
        if (nonce != nonce(account) + 1) {
            throw new LedgerCorruption("nonce " + nonce + " does not follow " + nonce(account));
        }
        rows.set(account, NONCE, nonce);
        touched.add(account);
    }

    void publish() {
        for (int i = 0; i < touched.size(); i++) {
            int account = touched.get(i);
            rows.set(account, PUBLISHED_NONCE, rows.get(account, NONCE));
        }
        touched.clear();
    }

    void mark() {
        rows.mark();
        sizeAtMark = names.size();
    }

    void keep() {
        rows.keep();
    }

    void rollback() {
        rows.rollback();
        touched.keepBelow(rows.size());
        names.truncate(sizeAtMark);
    }

    NameTable.Image freezeNames() {
        return names.freeze();
    }

    Rows.Image freeze() {
        return rows.freeze();
    }

    /** Adds an account from a snapshot. */
    void restore(String name, long nonce) {
        int account = add(name);
        rows.set(account, NONCE, nonce);
        rows.set(account, PUBLISHED_NONCE, nonce);
    }

    static long nonceOf(Rows.Image image, int account) {
        return image.get(account, NONCE);
    }
}
