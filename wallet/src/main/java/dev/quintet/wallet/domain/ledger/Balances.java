package dev.quintet.wallet.domain.ledger;

import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.table.IntList;
import dev.quintet.wallet.domain.table.LongIndex;
import dev.quintet.wallet.domain.table.Rows;

/**
 * What every account has of every asset: the total, the part on hold, the newest entry and today's spending. Each row
 * also carries its published twin: what readers see, which is never ahead of the log.
 */
final class Balances {
    static final int ABSENT = LongIndex.ABSENT;

    private static final int OWNER = 0; // account in the high, asset in the low half
    private static final int TOTAL = 1;
    private static final int HELD = 3;
    private static final int NEWEST = 5;
    private static final int SPENT = 6;
    private static final int DAY = 8;
    private static final int PUBLISHED_TOTAL = 9;
    private static final int PUBLISHED_HELD = 11;
    private static final int PUBLISHED_NEWEST = 13;
    private static final int WIDTH = 14;
    /** What a snapshot keeps of a row; the published twin is the same by then. */
    static final int STORED_WIDTH = 9;

    private final Rows rows;
    private final LongIndex index = new LongIndex();
    private final IntList touched = new IntList();
    private long[] sumHi = new long[8];
    private long[] sumLo = new long[8];

    Balances() {
        this.rows = new Rows(WIDTH);
    }

    int find(int account, int asset) {
        return index.get(owner(account, asset));
    }

    /** The balance's row, opened with nothing in it if need be. */
    int open(int account, int asset) {
        int row = find(account, asset);
        if (row == ABSENT) {
            row = rows.append();
            rows.set(row, OWNER, owner(account, asset));
            index.add(owner(account, asset), row);
        }
        return row;
    }

    int size() {
        return rows.size();
    }

    Amount total(int row) {
        return amount(row, TOTAL);
    }

    Amount available(int row) {
        return amount(row, TOTAL).minus(amount(row, HELD));
    }

    Amount spent(int row, long day) {
        return rows.get(row, DAY) == day ? amount(row, SPENT) : Amount.ZERO;
    }

    long newest(int row) {
        return rows.get(row, NEWEST);
    }

    void credit(int row, Entry entry) {
        add(row, TOTAL, entry.amountHi(), entry.amountLo());
        touch(row, entry.seq());
    }

    void debit(int row, Entry entry) {
        subtract(row, TOTAL, entry.amountHi(), entry.amountLo());
        touch(row, entry.seq());
    }

    void hold(int row, Entry entry) {
        add(row, HELD, entry.amountHi(), entry.amountLo());
        touch(row, entry.seq());
    }

    void unhold(int row, Amount amount, Entry entry) {
        subtract(row, HELD, amount.hi(), amount.lo());
        touch(row, entry.seq());
    }

    void spend(int row, long day, Entry entry) {
        if (rows.get(row, DAY) != day) {
            rows.set(row, DAY, day);
            rows.set(row, SPENT, 0);
            rows.set(row, SPENT + 1, 0);
        }
        add(row, SPENT, entry.amountHi(), entry.amountLo());
    }

    Amount publishedTotal(int row) {
        return amount(row, PUBLISHED_TOTAL);
    }

    Amount publishedHeld(int row) {
        return amount(row, PUBLISHED_HELD);
    }

    long publishedNewest(int row) {
        return rows.get(row, PUBLISHED_NEWEST);
    }

    /** Publishes what changed; false when the changes do not add up to those of the supplies. */
    boolean publish(Assets assets) {
        if (sumHi.length <= assets.size()) {
            sumHi = new long[assets.size() * 2];
            sumLo = new long[assets.size() * 2];
        }
        for (int i = 0; i < touched.size(); i++) {
            tally(touched.get(i));
            publish(touched.get(i));
        }
        boolean conserved = true;
        for (int i = 0; i < touched.size(); i++) {
            int asset = (int) rows.get(touched.get(i), OWNER);
            // The same asset many times over in a usual group; asking once in a row is enough.
            if (i == 0 || asset != (int) rows.get(touched.get(i - 1), OWNER)) {
                conserved &= assets.grewBy(asset, sumHi[asset], sumLo[asset]);
            }
        }
        for (int i = 0; i < touched.size(); i++) {
            int asset = (int) rows.get(touched.get(i), OWNER);
            sumHi[asset] = 0;
            sumLo[asset] = 0;
        }
        touched.clear();
        return conserved;
    }

    /** Whether, for every asset, the published balances add up to what was issued and not burned. */
    boolean conserved(Assets assets) {
        long[] hi = new long[assets.size() + 1];
        long[] lo = new long[assets.size() + 1];
        for (int row = 0; row < rows.size(); row++) {
            int asset = (int) rows.get(row, OWNER);
            long low = rows.get(row, PUBLISHED_TOTAL + 1);
            // Wrapping is harmless: the sum of what exists fits, and a breach would have to be a multiple of 2^128.
            lo[asset] += low;
            hi[asset] += rows.get(row, PUBLISHED_TOTAL) + Amount.carry(lo[asset], low);
        }
        for (int asset = 1; asset < hi.length; asset++) {
            if (!assets.published(asset).circulating().equals(new Amount(hi[asset], lo[asset]))) {
                return false;
            }
        }
        return true;
    }

    /** Adds up how far a balance is from what was published; modulo 2^128, so that less is fine too. */
    private void tally(int row) {
        int asset = (int) rows.get(row, OWNER);
        long lo = rows.get(row, TOTAL + 1) - rows.get(row, PUBLISHED_TOTAL + 1);
        long hi = rows.get(row, TOTAL)
                - rows.get(row, PUBLISHED_TOTAL)
                - Amount.borrow(rows.get(row, TOTAL + 1), rows.get(row, PUBLISHED_TOTAL + 1));
        sumLo[asset] += lo;
        sumHi[asset] += hi + Amount.carry(sumLo[asset], lo);
    }

    void mark() {
        rows.mark();
        index.mark();
    }

    void keep() {
        rows.keep();
        index.keep();
    }

    void rollback() {
        rows.rollback();
        index.rollback();
        touched.keepBelow(rows.size());
    }

    Rows.Image freeze() {
        return rows.freeze();
    }

    /** Adds a row from a snapshot. */
    void restore(long[] stored) {
        int row = rows.append();
        for (int field = 0; field < STORED_WIDTH; field++) {
            rows.set(row, field, stored[field]);
        }
        index.add(stored[OWNER], row);
        publish(row);
    }

    private void publish(int row) {
        for (int half = 0; half < 2; half++) {
            rows.set(row, PUBLISHED_TOTAL + half, rows.get(row, TOTAL + half));
            rows.set(row, PUBLISHED_HELD + half, rows.get(row, HELD + half));
        }
        rows.set(row, PUBLISHED_NEWEST, rows.get(row, NEWEST));
    }

    private void touch(int row, long seq) {
        rows.set(row, NEWEST, seq);
        touched.add(row);
    }

    private Amount amount(int row, int field) {
        return new Amount(rows.get(row, field), rows.get(row, field + 1));
    }

    private void add(int row, int field, long hi, long lo) {
        long oldHi = rows.get(row, field);
        long oldLo = rows.get(row, field + 1);
        if (Amount.compare(oldHi, oldLo, ~hi, ~lo) > 0) {
            throw new LedgerCorruption("a balance would overflow");
        }
        long newLo = oldLo + lo;
        rows.set(row, field, oldHi + hi + Amount.carry(newLo, oldLo));
        rows.set(row, field + 1, newLo);
    }

    private void subtract(int row, int field, long hi, long lo) {
        long oldHi = rows.get(row, field);
        long oldLo = rows.get(row, field + 1);
        if (Amount.compare(oldHi, oldLo, hi, lo) < 0) {
            throw new LedgerCorruption("a balance would become negative");
        }
        rows.set(row, field, oldHi - hi - Amount.borrow(oldLo, lo));
        rows.set(row, field + 1, oldLo - lo);
    }

    private static long owner(int account, int asset) {
        return (long) account << 32 | asset;
    }
}
