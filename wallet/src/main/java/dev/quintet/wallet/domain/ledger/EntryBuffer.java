package dev.quintet.wallet.domain.ledger;

import dev.quintet.shared.content.Blake3;
import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Bytes;
import dev.quintet.wallet.domain.Digest;
import dev.quintet.wallet.domain.Op;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Builds consecutive entries. The bytes start with the root before the first entry and every entry ends with the root
 * after it, so what the next root is taken over, {@code previous root ‖ entry}, always lies in one piece. Every run gets
 * an array of its own, so the views it handed out stay good.
 */
public final class EntryBuffer {
    /** 64 entries with keys of usual length. */
    private static final int FIRST_BYTES = 12 << 10;

    private static final byte[] NOTHING = {};

    private byte[] bytes = new byte[FIRST_BYTES];
    private int end = Entry.ROOT_BYTES;
    private long firstSeq = 1;
    private List<Entry> entries = new ArrayList<>();

    /** Starts over behind the entry before {@code firstSeq}, whose root is {@code root}. */
    void reset(long firstSeq, byte[] root) {
        if (!entries.isEmpty()) {
            bytes = new byte[FIRST_BYTES];
            entries = new ArrayList<>(entries.size());
        }
        System.arraycopy(root, 0, bytes, 0, Entry.ROOT_BYTES);
        this.firstSeq = firstSeq;
        end = Entry.ROOT_BYTES;
    }

    /** The entries, without the root before the first. */
    public ByteBuffer payload() {
        return ByteBuffer.wrap(bytes, Entry.ROOT_BYTES, end - Entry.ROOT_BYTES);
    }

    /** Ends the run: a log record of its first number and its entries, in the place where the root before them was. */
    public ByteBuffer record() {
        int start = Entry.ROOT_BYTES - Frames.HEAD_BYTES;
        Bytes.putLong(bytes, start, firstSeq);
        return ByteBuffer.wrap(bytes, start, end - start);
    }

    /** The entries of this run; the list is the caller's to keep once the next run has started. */
    public List<Entry> entries() {
        return entries;
    }

    public int count() {
        return entries.size();
    }

    public long firstSeq() {
        return firstSeq;
    }

    int end() {
        return end;
    }

    /** Forgets the entries from {@code end} on. */
    void truncate(int newEnd, int newCount) {
        end = newEnd;
        entries.subList(newCount, entries.size()).clear();
    }

    /** Appends the entry and answers a view of it. */
    Entry write(Draft draft) {
        byte[] key = draft.key.getBytes(StandardCharsets.US_ASCII);
        byte[] memo = draft.memo.isEmpty() ? NOTHING : draft.memo.getBytes(StandardCharsets.UTF_8);
        int start = end;
        reserve(Entry.HEAD_BYTES + key.length + memo.length + draft.newAsset.length() + draft.newTo.length() + 36);
        putHead(draft, key.length, memo.length);
        put(key);
        put(memo);
        putName(draft.newAsset);
        putName(draft.newTo);
        Blake3.hash(bytes, start - Entry.ROOT_BYTES, end - start + Entry.ROOT_BYTES, bytes, end);
        end += Entry.ROOT_BYTES;
        var entry = new Entry(bytes, start, firstSeq + entries.size());
        entries.add(entry);
        return entry;
    }

    private void putHead(Draft draft, int keyLength, int memoLength) {
        int flags = (draft.newAsset.isEmpty() ? 0 : Entry.NEW_ASSET) | (draft.newTo.isEmpty() ? 0 : Entry.NEW_TO);
        int at = end;
        bytes[at] = (byte) (draft.op.code() | flags);
        bytes[at + 1] = (byte) keyLength;
        Bytes.putShort(bytes, at + 2, memoLength);
        Bytes.putInt(bytes, at + 4, draft.asset);
        Bytes.putInt(bytes, at + 8, draft.from);
        Bytes.putInt(bytes, at + 12, draft.to);
        Bytes.putLong(bytes, at + 16, draft.amount.hi());
        Bytes.putLong(bytes, at + 24, draft.amount.lo());
        Bytes.putLong(bytes, at + 32, draft.number);
        Bytes.putLong(bytes, at + 40, draft.at);
        Bytes.putLong(bytes, at + 48, draft.txid.hi());
        Bytes.putLong(bytes, at + 56, draft.txid.lo());
        Bytes.putLong(bytes, at + 64, draft.previousFrom);
        Bytes.putLong(bytes, at + 72, draft.op == Op.HOLD ? draft.expiresAt : draft.previousTo);
        end += Entry.HEAD_BYTES;
    }

    private void putName(String name) {
        if (!name.isEmpty()) {
            Bytes.putShort(bytes, end, name.length());
            end += 2;
            put(name.getBytes(StandardCharsets.US_ASCII));
        }
    }

    private void put(byte[] source) {
        System.arraycopy(source, 0, bytes, end, source.length);
        end += source.length;
    }

    private void reserve(int room) {
        if (end + room > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, end + room));
        }
    }

    /** An entry about to be written; reused from one to the next. */
    static final class Draft {
        private static final Digest NONE = new Digest(0, 0);

        Op op = Op.ISSUE;
        int asset;
        int from;
        int to;
        Amount amount = Amount.ZERO;
        long number;
        long at;
        Digest txid = NONE;
        long previousFrom;
        long previousTo;
        long expiresAt;
        String key = "";
        String memo = "";
        String newAsset = "";
        String newTo = "";

        /** Everything as in a new one. */
        Draft clear() {
            op = Op.ISSUE;
            asset = 0;
            from = 0;
            to = 0;
            amount = Amount.ZERO;
            number = 0;
            at = 0;
            txid = NONE;
            previousFrom = 0;
            previousTo = 0;
            expiresAt = 0;
            key = "";
            memo = "";
            newAsset = "";
            newTo = "";
            return this;
        }
    }
}
