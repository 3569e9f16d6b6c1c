package dev.quintet.storage.store;

import dev.quintet.storage.store.pack.VolumeFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;

/** Does to a volume what disks do. */
final class Damage {
    private Damage() {}

    /** Changes one byte of one file, the larger ones more often. */
    static void flip(VolumeFiles files, Random random) throws IOException {
        var names = packs(files);
        long total = 0;
        for (String name : names) {
            total += size(files, name);
        }
        if (total == 0) {
            return;
        }
        long at = Math.floorMod(random.nextLong(), total);
        for (String name : names) {
            long size = size(files, name);
            if (at < size) {
                flip(files, name, at, (byte) (1 << random.nextInt(8)));
                return;
            }
            at -= size;
        }
    }

    static void flip(VolumeFiles files, String name, long at, byte mask) throws IOException {
        try (var file = files.open(name)) {
            var one = ByteBuffer.allocate(1);
            file.read(one, at);
            file.write(ByteBuffer.wrap(new byte[] {(byte) (one.get(0) ^ mask)}), at);
        }
    }

    /** Takes a whole pack away. */
    static void losePack(VolumeFiles files, Random random) throws IOException {
        var names = packs(files);
        if (!names.isEmpty()) {
            files.delete(names.get(random.nextInt(names.size())));
        }
    }

    /** Cuts the end off the newest pack. */
    static void tear(VolumeFiles files, Random random) throws IOException {
        var names = packs(files);
        if (!names.isEmpty()) {
            try (var file = files.open(names.getLast())) {
                file.truncate(Math.floorMod(random.nextLong(), file.size() + 1));
            }
        }
    }

    /** Puts an empty disk in the place of the one that is there. */
    static void replace(VolumeFiles files) throws IOException {
        for (String name : files.list()) {
            files.delete(name);
        }
    }

    static List<String> packs(VolumeFiles files) throws IOException {
        return files.list().stream()
                .filter(name -> name.endsWith(".pack"))
                .sorted()
                .toList();
    }

    private static long size(VolumeFiles files, String name) throws IOException {
        try (var file = files.open(name)) {
            return file.size();
        }
    }
}
