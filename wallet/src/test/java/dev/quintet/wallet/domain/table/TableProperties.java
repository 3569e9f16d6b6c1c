package dev.quintet.wallet.domain.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class TableProperties {

    @Property(tries = 50)
    void namesKeepTheirNumbersThroughGrowthAndTruncation(@ForAll long seed) {
        var random = new Random(seed);
        var table = new NameTable(seed);
        var model = new ArrayList<String>();
        for (int step = 0; step < 2_000; step++) {
            if (random.nextInt(100) == 0) {
                int keep = random.nextInt(model.size() + 1);
                table.truncate(keep);
                model.subList(keep, model.size()).clear();
            }
            String name = "a" + random.nextInt(3_000) + "x".repeat(random.nextInt(200));
            int expected = model.indexOf(name) + 1;
            assertThat(table.find(name)).isEqualTo(expected);
            if (expected == 0) {
                model.add(name);
                assertThat(table.add(name)).isEqualTo(model.size());
            }
        }
        for (int i = 0; i < model.size(); i++) {
            assertThat(table.name(i + 1)).isEqualTo(model.get(i));
            assertThat(table.find(model.get(i))).isEqualTo(i + 1);
        }
    }

    @Property(tries = 50)
    void rowsGoBackToTheMarkAndImagesStayAsTheyWere(@ForAll long seed) {
        var random = new Random(seed);
        var rows = new Rows(3);
        var model = new ArrayList<long[]>();
        for (int round = 0; round < 20; round++) {
            change(random, rows, model);
            var image = rows.freeze();
            var copy = model.stream().map(long[]::clone).toList();
            rows.mark();
            change(
                    random,
                    rows,
                    new ArrayList<>(model.stream().map(long[]::clone).toList()));
            rows.rollback();
            assertThat(rows.size()).isEqualTo(copy.size());
            for (int row = 0; row < copy.size(); row++) {
                for (int field = 0; field < 3; field++) {
                    assertThat(rows.get(row, field)).isEqualTo(copy.get(row)[field]);
                    assertThat(image.get(row, field)).isEqualTo(copy.get(row)[field]);
                }
            }
        }
    }

    private static void change(Random random, Rows rows, List<long[]> model) {
        for (int i = 0; i < 150; i++) {
            if (rows.size() == 0 || random.nextInt(3) == 0) {
                rows.append();
                model.add(new long[3]);
            } else {
                int row = random.nextInt(rows.size());
                int field = random.nextInt(3);
                long value = random.nextLong();
                rows.set(row, field, value);
                model.get(row)[field] = value;
            }
        }
    }

    @Property(tries = 50)
    void indexFindsWhatWasAddedAndForgetsWhatWasTakenBack(@ForAll long seed) {
        var random = new Random(seed);
        var index = new LongIndex();
        var model = new HashMap<Long, Integer>();
        for (int round = 0; round < 30; round++) {
            boolean undo = random.nextBoolean();
            var before = new HashMap<>(model);
            index.mark();
            for (int i = 0; i < 60; i++) {
                long key = 1 + random.nextInt(4_000) * (1L << random.nextInt(40));
                if (model.putIfAbsent(key, i) == null) {
                    index.add(key, i);
                }
            }
            if (undo) {
                index.rollback();
                model.keySet().stream()
                        .filter(key -> !before.containsKey(key))
                        .forEach(key -> assertThat(index.get(key)).isEqualTo(LongIndex.ABSENT));
                model.clear();
                model.putAll(before);
            } else {
                index.keep();
            }
            model.forEach((key, value) -> assertThat(index.get(key)).isEqualTo(value));
            assertThat(index.size()).isEqualTo(model.size());
        }
    }

    @Property(tries = 100)
    void ringKeepsTheNewestKeysAndGoesBackToTheMark(@ForAll long seed) {
        var random = new Random(seed);
        int capacity = 1 + random.nextInt(40);
        var ring = new KeyRing(capacity);
        var model = new ArrayList<KeyRing.Key>();
        for (int round = 0; round < 60; round++) {
            boolean undo = random.nextBoolean();
            int before = model.size();
            ring.mark();
            for (int i = random.nextInt(Math.min(capacity, 8) + 1); i > 0; i--) {
                var key = new KeyRing.Key(7, random.nextInt(30) * 64L, random.nextInt(), 1, model.size(), round);
                ring.add(key);
                model.add(key);
            }
            if (undo) {
                ring.rollback();
                model.subList(before, model.size()).clear();
            } else {
                ring.keep();
            }
            var remembered = model.subList(Math.max(0, model.size() - capacity), model.size());
            Map<Long, KeyRing.Key> newest = new LinkedHashMap<>();
            remembered.forEach(key -> newest.put(key.keyLo(), key));
            for (long keyLo = 0; keyLo < 30 * 64L; keyLo += 64) {
                var expected = newest.get(keyLo);
                assertThat(ring.get(7, keyLo).orElse(null)).isEqualTo(expected);
            }
            var image = ring.oldestFirst();
            assertThat(image.size()).isEqualTo(remembered.size());
            for (int i = 0; i < image.size(); i++) {
                assertThat(image.get(i)).isEqualTo(remembered.get(i));
            }
        }
    }
}
