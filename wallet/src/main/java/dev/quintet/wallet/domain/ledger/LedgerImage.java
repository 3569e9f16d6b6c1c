package dev.quintet.wallet.domain.ledger;

import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Supply;
import dev.quintet.wallet.domain.table.DigestFilter;
import dev.quintet.wallet.domain.table.KeyRing;
import dev.quintet.wallet.domain.table.NameTable;
import dev.quintet.wallet.domain.table.Rows;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** The state at one entry, to be written down by another thread while the writer goes on. */
public final class LedgerImage {
    private static final int VERSION = 2;

    private final long seq;
    private final long at;
    private final byte[] root;
    private final NameTable.Image accountNames;
    private final Rows.Image accounts;
    private final NameTable.Image assetNames;
    private final List<Supply> supplies;
    private final Rows.Image balances;
    private final List<Hold> holds;
    private final KeyRing.Image keys;
    private final DigestFilter.Image issues;

    /** For the writer, between entries. */
    LedgerImage(LedgerState state) {
        seq = state.seq();
        at = state.at();
        root = state.root();
        accountNames = state.accounts.freezeNames();
        accounts = state.accounts.freeze();
        assetNames = state.assets.freezeNames();
        supplies = state.assets.list();
        balances = state.balances.freeze();
        holds = state.holds.list();
        keys = state.keys.oldestFirst();
        issues = state.issues.freeze();
    }

    public long seq() {
        return seq;
    }

    public void write(DataOutput out) throws IOException {
        out.writeInt(VERSION);
        out.writeLong(seq);
        out.writeLong(at);
        out.write(root);
        out.writeInt(accountNames.size());
        for (int account = 1; account <= accountNames.size(); account++) {
            out.writeUTF(accountNames.name(account));
            out.writeLong(Accounts.nonceOf(accounts, account));
        }
        out.writeInt(assetNames.size());
        for (int asset = 1; asset <= assetNames.size(); asset++) {
            out.writeUTF(assetNames.name(asset));
            write(out, supplies.get(asset).issued());
            write(out, supplies.get(asset).burned());
            out.writeLong(supplies.get(asset).accounts());
        }
        out.writeInt(balances.size());
        for (int row = 0; row < balances.size(); row++) {
            for (int field = 0; field < Balances.STORED_WIDTH; field++) {
                out.writeLong(balances.get(row, field));
            }
        }
        writeHolds(out);
        writeKeys(out);
        issues.write(out);
    }

    /** Fills an empty state with what {@link #write} wrote. */
    public static void read(DataInput in, LedgerState state) throws IOException {
        if (in.readInt() != VERSION) {
            throw new LedgerCorruption("a snapshot of an unknown version");
        }
        long seq = in.readLong();
        long at = in.readLong();
        byte[] root = new byte[Entry.ROOT_BYTES];
        in.readFully(root);
        for (int count = in.readInt(); count > 0; count--) {
            state.accounts.restore(in.readUTF(), in.readLong());
        }
        for (int count = in.readInt(); count > 0; count--) {
            state.assets.restore(in.readUTF(), new Supply(amount(in), amount(in), in.readLong()));
        }
        long[] row = new long[Balances.STORED_WIDTH];
        for (int count = in.readInt(); count > 0; count--) {
            for (int field = 0; field < row.length; field++) {
                row[field] = in.readLong();
            }
            state.balances.restore(row);
        }
        for (int count = in.readInt(); count > 0; count--) {
            state.holds.add(new Hold(in.readLong(), in.readInt(), in.readInt(), amount(in), in.readLong()));
        }
        state.keys.evictedBefore(in.readLong());
        for (int count = in.readInt(); count > 0; count--) {
            state.keys.add(new KeyRing.Key(
                    in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong()));
        }
        state.issues.read(in);
        state.restore(seq, at, root);
    }

    private void writeHolds(DataOutput out) throws IOException {
        out.writeInt(holds.size());
        for (Hold hold : holds) {
            out.writeLong(hold.entry());
            out.writeInt(hold.account());
            out.writeInt(hold.asset());
            write(out, hold.amount());
            out.writeLong(hold.expiresAt());
        }
    }

    private void writeKeys(DataOutput out) throws IOException {
        out.writeLong(keys.evicted());
        out.writeInt(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            KeyRing.Key key = keys.get(i);
            out.writeLong(key.keyHi());
            out.writeLong(key.keyLo());
            out.writeLong(key.requestHi());
            out.writeLong(key.requestLo());
            out.writeLong(key.seq());
            out.writeLong(key.at());
        }
    }

    private static void write(DataOutput out, Amount amount) throws IOException {
        out.writeLong(amount.hi());
        out.writeLong(amount.lo());
    }

    private static Amount amount(DataInput in) throws IOException {
        return new Amount(in.readLong(), in.readLong());
    }
}
