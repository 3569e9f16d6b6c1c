package dev.quintet.wallet.domain.ledger;

import dev.quintet.shared.content.Blake3;
import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Bytes;
import dev.quintet.wallet.domain.Digest;
import dev.quintet.wallet.domain.Op;
import java.nio.charset.StandardCharsets;

/**
 * A view of one logged entry: 80 fixed bytes, then key, memo, the names it introduces, and the 32 bytes of the ledger
 * root after it. The layout is frozen; docs/adr and the verifier know it too.
 *
 * <pre>
 *  0 op, bit 7: introduces the asset, bit 6: introduces `to`    1 key length    2 memo length (2)
 *  4 asset (4)    8 from (4)   12 to (4)   16 amount (16)   32 nonce, or the hold's entry (8)
 * 40 time in ms (8)   48 txid (16)   64 from's previous entry (8)   72 to's previous entry, or a hold's expiry (8)
 * 80 key, memo, [asset length (2), asset], [to length (2), to], root (32)
 * </pre>
 */
public final class Entry {
    static final int NEW_ASSET = 0x80;
    static final int NEW_TO = 0x40;
    static final int HEAD_BYTES = 80;
    static final int ROOT_BYTES = 32;

    private final byte[] bytes;
    private final int start;
    private final long seq;

    /** The entry numbered {@code seq} at {@code start}; the array must not change while the view is used. */
    public Entry(byte[] bytes, int start, long seq) {
        this.bytes = bytes;
        this.start = start;
        this.seq = seq;
        if (start + HEAD_BYTES + ROOT_BYTES > bytes.length || start + length() > bytes.length) {
            throw new LedgerCorruption("entry " + seq + " is cut short");
        }
    }

    public long seq() {
        return seq;
    }

    public Op op() {
        return Op.ofCode(bytes[start] & 0x3F);
    }

    /** The number of the asset; its name is in the ledger's table, or in this entry when it introduces it. */
    public int asset() {
        return Bytes.getInt(bytes, start + 4);
    }

    public int from() {
        return Bytes.getInt(bytes, start + 8);
    }

    public int to() {
        return Bytes.getInt(bytes, start + 12);
    }

    public long amountHi() {
        return Bytes.getLong(bytes, start + 16);
    }

    public long amountLo() {
        return Bytes.getLong(bytes, start + 24);
    }

    public Amount amount() {
        return new Amount(amountHi(), amountLo());
    }

    /** The nonce, or for what ends a hold the entry that placed it. */
    public long number() {
        return Bytes.getLong(bytes, start + 32);
    }

    public long at() {
        return Bytes.getLong(bytes, start + 40);
    }

    public Digest txid() {
        return new Digest(Bytes.getLong(bytes, start + 48), Bytes.getLong(bytes, start + 56));
    }

    /** The first half of the txid. */
    public long txidHi() {
        return Bytes.getLong(bytes, start + 48);
    }

    /** The entry before this one on the debited balance; 0 when there is none. */
    public long previousFrom() {
        return Bytes.getLong(bytes, start + 64);
    }

    /** The entry before this one on the credited balance; 0 when there is none. */
    public long previousTo() {
        return op() == Op.HOLD ? 0 : Bytes.getLong(bytes, start + 72);
    }

    /** When a hold ends by itself. */
    public long expiresAt() {
        return Bytes.getLong(bytes, start + 72);
    }

    public String key() {
        return text(HEAD_BYTES, keyLength());
    }

    public String memo() {
        return text(HEAD_BYTES + keyLength(), memoLength());
    }

    boolean introducesAsset() {
        return (bytes[start] & NEW_ASSET) != 0;
    }

    boolean introducesTo() {
        return (bytes[start] & NEW_TO) != 0;
    }

    String assetName() {
        int at = HEAD_BYTES + keyLength() + memoLength();
        return text(at + 2, Bytes.getShort(bytes, start + at));
    }

    String toName() {
        int at = HEAD_BYTES + keyLength() + memoLength();
        if (introducesAsset()) {
            at += 2 + Bytes.getShort(bytes, start + at);
        }
        return text(at + 2, Bytes.getShort(bytes, start + at));
    }

    /** The 32 bytes of the root after this entry. */
    public byte[] root() {
        int at = start + length() - ROOT_BYTES;
        return java.util.Arrays.copyOfRange(bytes, at, at + ROOT_BYTES);
    }

    /** Whether the root follows from the 32 bytes in front of the entry: the root before it, when entries lie in a row. */
    boolean followsWhatLiesBefore(byte[] scratch) {
        int length = length();
        Blake3.hash(bytes, start - ROOT_BYTES, length, scratch, 0);
        int rootAt = start + length - ROOT_BYTES;
        return java.util.Arrays.equals(scratch, 0, ROOT_BYTES, bytes, rootAt, rootAt + ROOT_BYTES);
    }

    /** How many bytes the entry takes, root included. */
    public int length() {
        int at = HEAD_BYTES + keyLength() + memoLength();
        if (introducesAsset()) {
            at += 2 + nameLength(at);
        }
        if (introducesTo()) {
            at += 2 + nameLength(at);
        }
        return at + ROOT_BYTES;
    }

    /** The bytes as logged. */
    public byte[] encoded() {
        return java.util.Arrays.copyOfRange(bytes, start, start + length());
    }

    private int nameLength(int at) {
        if (start + at + 2 > bytes.length) {
            throw new LedgerCorruption("entry " + seq + " is cut short");
        }
        return Bytes.getShort(bytes, start + at);
    }

    private int keyLength() {
        return bytes[start + 1] & 0xFF;
    }

    private int memoLength() {
        return Bytes.getShort(bytes, start + 2);
    }

    private String text(int at, int length) {
        return new String(bytes, start + at, length, StandardCharsets.UTF_8);
    }
}
