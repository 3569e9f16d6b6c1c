package dev.quintet.storage.domain;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Systematic Reed–Solomon over GF(2^8) with the polynomial x^8+x^4+x^3+x^2+1: {@code data} shards as they are and {@code
 * parity} more, any {@code data} of which restore all. The parity rows are a Cauchy matrix, of which every square part
 * can be inverted. Immutable; finds erasures, not errors, so every shard must be verified before it comes here.
 */
public final class ReedSolomon {
    private static final int POLYNOMIAL = 0x11d;
    private static final byte[][] PRODUCTS = products();

    private final int data;
    private final int parity;
    private final int[][] rows;

    public ReedSolomon(int data, int parity) {
        if (data < 1 || parity < 1 || data + parity > 256) {
            throw new IllegalArgumentException(data + "+" + parity + " shards");
        }
        this.data = data;
        this.parity = parity;
        this.rows = new int[data + parity][data];
        for (int i = 0; i < data; i++) {
            rows[i][i] = 1;
        }
        for (int i = 0; i < parity; i++) {
            for (int j = 0; j < data; j++) {
                rows[data + i][j] = inverse((data + i) ^ j);
            }
        }
    }

    /** Bytes of each shard of a content. */
    public int shardBytes(int length) {
        return Math.ceilDiv(length, data);
    }

    /** All shards of a content, the last data shard filled up with zeros. */
    public byte[][] encode(byte[] content, int length) {
        int size = shardBytes(length);
        byte[][] shards = new byte[data + parity][size];
        for (int i = 0; i < data; i++) {
            int from = Math.min(length, i * size);
            System.arraycopy(content, from, shards[i], 0, Math.min(length, from + size) - from);
        }
        for (int i = data; i < shards.length; i++) {
            combine(rows[i], Arrays.copyOf(shards, data), shards[i]);
        }
        return shards;
    }

    /**
     * The content from any {@code data} of its shards.
     *
     * @param shards null where one is missing; the missing ones stay null
     * @throws IllegalArgumentException when there are too few, or their lengths differ from what the content needs
     */
    public byte[] decode(byte[] @Nullable [] shards, int length) {
        int size = shardBytes(length);
        byte[][] present = new byte[data][];
        int[][] matrix = new int[data][];
        int count = 0;
        for (int i = 0; i < shards.length && count < data; i++) {
            byte[] shard = shards[i];
            if (shard != null) {
                if (shard.length != size) {
                    throw new IllegalArgumentException("a shard of " + shard.length + " bytes instead of " + size);
                }
                present[count] = shard;
                matrix[count++] = rows[i].clone();
            }
        }
        if (count < data) {
            throw new IllegalArgumentException(count + " shards of " + data);
        }
        int[][] inverse = invert(matrix);
        byte[] content = new byte[length];
        for (int i = 0; i < data; i++) {
            int from = Math.min(length, i * size);
            int bytes = Math.min(length, from + size) - from;
            byte[] shard = shards[i];
            if (shard == null) {
                shard = new byte[size];
                combine(inverse[i], present, shard);
            }
            System.arraycopy(shard, 0, content, from, bytes);
        }
        return content;
    }

    private static void combine(int[] factors, byte[][] inputs, byte[] output) {
        for (int j = 0; j < factors.length; j++) {
            byte[] products = PRODUCTS[factors[j]];
            byte[] input = inputs[j];
            for (int at = 0; at < output.length; at++) {
                output[at] ^= products[input[at] & 0xff];
            }
        }
    }

    /** Gauss–Jordan. */
    private static int[][] invert(int[][] matrix) {
        int size = matrix.length;
        int[][] inverse = new int[size][size];
        for (int i = 0; i < size; i++) {
            inverse[i][i] = 1;
        }
        for (int column = 0; column < size; column++) {
            int pivot = column;
            while (matrix[pivot][column] == 0) {
                pivot++;
            }
            swap(matrix, pivot, column);
            swap(inverse, pivot, column);
            int scale = inverse(matrix[column][column]);
            scale(matrix[column], scale);
            scale(inverse[column], scale);
            for (int row = 0; row < size; row++) {
                int factor = matrix[row][column];
                if (row != column && factor != 0) {
                    subtract(matrix[row], matrix[column], factor);
                    subtract(inverse[row], inverse[column], factor);
                }
            }
        }
        return inverse;
    }

    private static void swap(int[][] matrix, int one, int other) {
        int[] row = matrix[one];
        matrix[one] = matrix[other];
        matrix[other] = row;
    }

    private static void scale(int[] row, int factor) {
        for (int i = 0; i < row.length; i++) {
            row[i] = times(row[i], factor);
        }
    }

    private static void subtract(int[] row, int[] other, int factor) {
        for (int i = 0; i < row.length; i++) {
            row[i] ^= times(other[i], factor);
        }
    }

    private static int times(int x, int y) {
        return PRODUCTS[x][y] & 0xff;
    }

    private static int inverse(int x) {
        for (int y = 1; y < 256; y++) {
            if (times(x, y) == 1) {
                return y;
            }
        }
        throw new ArithmeticException("no inverse of " + x);
    }

    private static byte[][] products() {
        byte[][] products = new byte[256][256];
        for (int x = 0; x < 256; x++) {
            for (int y = 0; y < 256; y++) {
                int product = 0;
                int left = x;
                for (int right = y; right != 0; right >>>= 1) {
                    if ((right & 1) != 0) {
                        product ^= left;
                    }
                    left = left << 1 ^ ((left & 0x80) != 0 ? POLYNOMIAL : 0);
                }
                products[x][y] = (byte) product;
            }
        }
        return products;
    }
}
