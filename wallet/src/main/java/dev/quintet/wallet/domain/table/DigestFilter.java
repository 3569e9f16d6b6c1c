package dev.quintet.wallet.domain.table;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Remembers 128-bit digests for ever in 20 bits each: never denies one that was added, and wrongly recognises one of a
 * thousand others at most. Bloom filters of doubling size, the last one filling. One writer; since bits are only ever set,
 * a copy of the list of layers may be written down while the writer goes on.
 */
public final class DigestFilter {
    private static final int FIRST = 1 << 14;
    private static final int BITS = 20;
    private static final int PROBES = 8;

    private List<long[]> layers = new ArrayList<>();
    private int room;

    public void add(long hi, long lo) {
        if (room == 0) {
            room = FIRST << Math.min(layers.size(), 10);
            var grown = new ArrayList<>(layers);
            grown.add(new long[room * BITS / Long.SIZE]);
            layers = grown;
        }
        room--;
        long[] layer = layers.getLast();
        for (int probe = 0; probe < PROBES; probe++) {
            long bit = bit(hi, lo, probe, layer);
            layer[(int) (bit >>> 6)] |= 1L << bit;
        }
    }

    /** False means: was never added. */
    public boolean mayHold(long hi, long lo) {
        for (long[] layer : layers) {
            if (holds(layer, hi, lo)) {
                return true;
            }
        }
        return false;
    }

    /** The filter as it is now, or with some of what is added meanwhile. */
    public Image freeze() {
        return new Image(List.copyOf(layers), room);
    }

    /** Takes over what {@link Image#write} wrote. */
    public void read(DataInput in) throws IOException {
        room = in.readInt();
        var read = new ArrayList<long[]>();
        for (int count = in.readInt(); count > 0; count--) {
            long[] layer = new long[in.readInt()];
            for (int i = 0; i < layer.length; i++) {
                layer[i] = in.readLong();
            }
            read.add(layer);
        }
        layers = read;
    }

    private static boolean holds(long[] layer, long hi, long lo) {
        for (int probe = 0; probe < PROBES; probe++) {
            long bit = bit(hi, lo, probe, layer);
            if ((layer[(int) (bit >>> 6)] & 1L << bit) == 0) {
                return false;
            }
        }
        return true;
    }

    private static long bit(long hi, long lo, int probe, long[] layer) {
        return Math.unsignedMultiplyHigh(hi + probe * (lo | 1), (long) layer.length * Long.SIZE);
    }

    /** A filter to be written down. */
    public record Image(List<long[]> layers, int room) {
        public void write(DataOutput out) throws IOException {
            out.writeInt(room);
            out.writeInt(layers.size());
            for (long[] layer : layers) {
                out.writeInt(layer.length);
                for (long word : layer) {
                    out.writeLong(word);
                }
            }
        }
    }
}
