package dev.quintet.storage.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Any {@code data} shards restore everything; the code words are those of an independent arithmetic. */
class ReedSolomonProperties {

    @Property(tries = 300)
    void anyDataShardsRestoreTheContent(
            @ForAll @IntRange(min = 1, max = 12) int data,
            @ForAll @IntRange(min = 1, max = 6) int parity,
            @ForAll @IntRange(max = 3_000) int length,
            @ForAll long seed) {
        var random = new Random(seed);
        byte[] content = new byte[length];
        random.nextBytes(content);
        var code = new ReedSolomon(data, parity);
        byte[][] shards = code.encode(content, length);
        var order = new ArrayList<Integer>();
        for (int i = 0; i < data + parity; i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        order.subList(0, parity).forEach(lost -> shards[lost] = null);

        assertThat(code.decode(shards, length)).isEqualTo(content);
        shards[order.get(parity)] = null;
        if (data > 0) {
            assertThatThrownBy(() -> code.decode(shards, length)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Property(tries = 100)
    void parityIsWhatLogarithmsSay(
            @ForAll @IntRange(min = 1, max = 10) int data,
            @ForAll @IntRange(min = 1, max = 6) int parity,
            @ForAll long seed) {
        int size = 17;
        byte[] content = new byte[data * size];
        new Random(seed).nextBytes(content);

        byte[][] shards = new ReedSolomon(data, parity).encode(content, content.length);

        var field = new Logarithms();
        for (int row = data; row < data + parity; row++) {
            for (int at = 0; at < size; at++) {
                int sum = 0;
                for (int column = 0; column < data; column++) {
                    sum ^= field.divide(content[column * size + at] & 0xff, row ^ column);
                }
                assertThat(shards[row][at] & 0xff).isEqualTo(sum);
            }
        }
    }

    /** GF(2^8) by powers of the generator 2: nothing in common with the table of products. */
    private static final class Logarithms {
        private final int[] power = new int[255];
        private final int[] log = new int[256];

        Logarithms() {
            int value = 1;
            for (int i = 0; i < 255; i++) {
                power[i] = value;
                log[value] = i;
                value = value < 128 ? 2 * value : 2 * value - 256 ^ 0x1d;
            }
        }

        int divide(int x, int y) {
            return x == 0 ? 0 : power[Math.floorMod(log[x] - log[y], 255)];
        }
    }
}
