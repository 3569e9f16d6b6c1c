package dev.quintet.storage.store.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.content.ContentAddress;
import java.util.HashMap;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The table beside a map of the JDK, over random changes. */
class KeyTableTest {

    @Test
    void saysWhatAMapSays() {
        var random = new Random(3);
        var table = new KeyTable();
        var map = new HashMap<ContentAddress, long[]>();
        for (int i = 0; i < 200_000; i++) {
            var key = new ContentAddress(random.nextInt(500), random.nextInt(3), 0, 0);
            long[] known = map.get(key);
            switch (random.nextInt(4)) {
                case 0, 1 -> {
                    long stamp = random.nextInt(1_000);
                    long place = i + 1L;
                    long unused = table.put(key, place, stamp);
                    if (known == null || known[1] <= stamp) {
                        assertThat(unused).isEqualTo(known == null ? 0 : known[0]);
                        map.put(key, new long[] {place, stamp});
                    } else {
                        assertThat(unused).isEqualTo(place);
                    }
                }
                case 2 -> {
                    boolean right = random.nextBoolean();
                    boolean removed = table.remove(key.a(), key.b(), known == null || !right ? 999_999_999 : known[0]);
                    assertThat(removed).isEqualTo(known != null && right);
                    if (removed) {
                        map.remove(key);
                    }
                }
                default -> assertThat(table.place(key)).isEqualTo(known == null ? 0 : known[0]);
            }
        }
        assertThat(table.size()).isEqualTo(map.size());
        var seen = new HashMap<ContentAddress, Long>();
        table.forEach((a, b, place, stamp) -> seen.put(new ContentAddress(a, b, 0, 0), place));
        assertThat(seen.keySet()).isEqualTo(map.keySet());
    }
}
