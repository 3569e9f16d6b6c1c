package dev.quintet.rewarder.domain.run;

import dev.quintet.rewarder.domain.tree.SumNode;
import dev.quintet.rewarder.domain.tree.SumProof;
import dev.quintet.rewarder.domain.tree.SumTree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The payouts of a finished run: any payee by number or account, with a proof, reading a block or two of the file. The index beside
 * the file holds where blocks begin and the roots of their subtrees.
 */
public final class PayoutFile {
    private static final int HEADER_BYTES = 8;

    private final Blob payouts;
    private final long[] offsets;
    private final SumTree tree;
    private final int payees;

    private PayoutFile(Blob payouts, int payees, long[] offsets, SumTree tree) {
        this.payouts = payouts;
        this.payees = payees;
        this.offsets = offsets;
        this.tree = tree;
    }

    public static PayoutFile open(Blob payouts, Blob index) throws IOException {
        var bytes = index.read(0, Math.toIntExact(index.size()));
        var buffer = ByteBuffer.wrap(bytes);
        int payees = buffer.getInt();
        long[] offsets = new long[buffer.getInt()];
        buffer.asLongBuffer().get(offsets);
        int at = HEADER_BYTES + offsets.length * Long.BYTES;
        return new PayoutFile(
                payouts, payees, offsets, SumTree.over(payees, Arrays.copyOfRange(bytes, at, bytes.length)));
    }

    /** The index for what was written. */
    public static byte[] index(int payees, long[] offsets, SumTree tree) {
        var buffer = ByteBuffer.allocate(HEADER_BYTES + offsets.length * Long.BYTES + tree.blocks().length);
        buffer.putInt(payees).putInt(offsets.length);
        for (long offset : offsets) {
            buffer.putLong(offset);
        }
        return buffer.put(tree.blocks()).array();
    }

    public int payees() {
        return payees;
    }

    public SumNode root() {
        return tree.root();
    }

    /** The lines of one block of {@link SumTree#BLOCK} payees. */
    public List<PayoutLine> block(int block) throws IOException {
        long from = offsets[block];
        long to = block + 1 < offsets.length ? offsets[block + 1] : payouts.size();
        byte[] bytes = payouts.read(from, Math.toIntExact(to - from));
        var lines = new ArrayList<PayoutLine>(SumTree.BLOCK);
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                lines.add(PayoutLine.parse(block * SumTree.BLOCK + lines.size(), bytes, start, i));
                start = i + 1;
            }
        }
        return lines;
    }

    public int blocks() {
        return offsets.length;
    }

    public Optional<PayoutLine> find(String account) throws IOException {
        for (PayoutLine line : block(blockOf(account))) {
            if (line.account().equals(account)) {
                return Optional.of(line);
            }
        }
        return Optional.empty();
    }

    /** At most {@code limit} lines behind {@code after}, which need not be a payee; from the beginning if it is empty. */
    public List<PayoutLine> page(String after, int limit) throws IOException {
        var lines = new ArrayList<PayoutLine>();
        for (int block = after.isEmpty() ? 0 : blockOf(after);
                block < offsets.length && lines.size() < limit;
                block++) {
            for (PayoutLine line : block(block)) {
                if (lines.size() < limit && compare(line.account(), after) > 0) {
                    lines.add(line);
                }
            }
        }
        return lines;
    }

    public SumProof proof(PayoutLine line) throws IOException {
        var leaves = block(line.payee() / SumTree.BLOCK);
        int first = line.payee() / SumTree.BLOCK * SumTree.BLOCK;
        return tree.proof(line.payee(), payee -> leaf(leaves.get(payee - first)));
    }

    public static SumNode leaf(PayoutLine line) {
        return SumNode.leaf(line.account().getBytes(StandardCharsets.US_ASCII), line.amount());
    }

    /** The last block that begins at or before the account. */
    private int blockOf(String account) throws IOException {
        int low = 0;
        int high = offsets.length - 1;
        while (low < high) {
            int mid = (low + high + 1) >>> 1;
            if (compare(first(mid), account) <= 0) {
                low = mid;
            } else {
                high = mid - 1;
            }
        }
        return low;
    }

    private String first(int block) throws IOException {
        int length = (int) Math.min(300, payouts.size() - offsets[block]);
        String start = new String(payouts.read(offsets[block], length), StandardCharsets.US_ASCII);
        int from = "{\"account\":\"".length();
        return start.substring(from, start.indexOf('"', from));
    }

    // Accounts are ASCII, so the order of strings is the order of bytes.
    private static int compare(String a, String b) {
        return a.compareTo(b);
    }
}
