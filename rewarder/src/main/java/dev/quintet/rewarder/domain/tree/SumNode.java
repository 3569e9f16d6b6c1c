package dev.quintet.rewarder.domain.tree;

import dev.quintet.rewarder.domain.number.Uint128;
import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.ContentAddress;
import java.nio.ByteBuffer;

/**
 * A node of the Merkle-sum tree: a hash and the total of everything below it. A parent's hash covers its children's totals, so nobody
 * can change one without changing the root.
 *
 * <pre>
 * leaf   = BLAKE3( 0x00 ‖ amount, 16 bytes big-endian ‖ account )
 * parent = BLAKE3( 0x01 ‖ left total ‖ left hash ‖ right total ‖ right hash ), total = left total + right total
 * </pre>
 *
 * <p>Levels are built from the left; a last node without a partner moves up as it is.
 */
public record SumNode(ContentAddress hash, Uint128 sum) {
    /** Bytes of {@link #write}. */
    public static final int BYTES = 48;

    static final int PARENT_BYTES = 1 + 2 * BYTES;

    public static SumNode leaf(byte[] account, Uint128 amount) {
        byte[] input = new byte[17 + account.length];
        ByteBuffer.wrap(input, 1, 16).putLong(amount.hi()).putLong(amount.lo());
        System.arraycopy(account, 0, input, 17, account.length);
        return new SumNode(ContentAddress.of(Blake3.hash(input), 0), amount);
    }

    public static SumNode parent(SumNode left, SumNode right) {
        byte[] input = new byte[PARENT_BYTES];
        input[0] = 1;
        left.write(input, 1);
        right.write(input, 1 + BYTES);
        return new SumNode(ContentAddress.of(Blake3.hash(input), 0), left.sum.plus(right.sum));
    }

    /** Total and hash, 48 bytes. */
    public void write(byte[] target, int offset) {
        ByteBuffer.wrap(target, offset, 16).putLong(sum.hi()).putLong(sum.lo());
        hash.write(target, offset + 16);
    }

    public static SumNode read(byte[] source, int offset) {
        var buffer = ByteBuffer.wrap(source, offset, 16);
        return new SumNode(ContentAddress.of(source, offset + 16), new Uint128(buffer.getLong(), buffer.getLong()));
    }
}
