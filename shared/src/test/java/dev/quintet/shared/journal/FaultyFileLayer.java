package dev.quintet.shared.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A disk in memory that does everything a real one may: what is not synced is lost, kept, kept in part or out of order
 * when the power goes; names are durable only after a directory sync; a failed sync leaves pages that look clean and
 * are not on the medium; space runs out. All of it decided by one random source, so a history replays from its seed.
 */
final class FaultyFileLayer implements FileLayer {
    private static final int SECTOR_BYTES = 64;

    /** Ways to break the journal from below, to see that the tests notice. */
    enum Sabotage {
        IGNORE_SYNC,
        IGNORE_DIRECTORY_SYNC,
        IGNORE_METADATA
    }

    private final Random random;
    private final Set<Sabotage> sabotage = EnumSet.noneOf(Sabotage.class);
    private final Map<Path, Inode> names = new HashMap<>();
    private final Map<Path, Inode> durableNames = new HashMap<>();
    private final List<NameChange> pending = new ArrayList<>();
    private final Set<Path> locks = new HashSet<>();
    private int life;
    private long room = Long.MAX_VALUE;
    private int writesUntilFailure = Integer.MAX_VALUE;
    private int syncsUntilFailure = Integer.MAX_VALUE;
    private int stepsUntilPowerCut = Integer.MAX_VALUE;

    private record NameChange(@Nullable Path gone, @Nullable Path present, Inode inode) {
        void apply(Map<Path, Inode> names) {
            if (gone != null) {
                names.remove(gone, inode);
            }
            if (present != null) {
                names.put(present, inode);
            }
        }
    }

    FaultyFileLayer(Random random) {
        this.random = random;
    }

    void sabotage(Sabotage way) {
        sabotage.add(way);
    }

    void failWriteAfter(int writes) {
        writesUntilFailure = writes;
    }

    void failSyncAfter(int syncs) {
        syncsUntilFailure = syncs;
    }

    void cutPowerAfter(int steps) {
        stepsUntilPowerCut = steps;
    }

    /** How many bytes files may still grow by. */
    void room(long bytes) {
        room = bytes;
    }

    /** The process dies; everything it wrote is still in the page cache. */
    void killProcess() {
        life++;
        locks.clear();
        room = Long.MAX_VALUE;
        writesUntilFailure = Integer.MAX_VALUE;
        syncsUntilFailure = Integer.MAX_VALUE;
        stepsUntilPowerCut = Integer.MAX_VALUE;
    }

    /** The machine dies. */
    void losePower() {
        killProcess();
        pending.stream().filter(_ -> random.nextBoolean()).forEach(change -> change.apply(durableNames));
        pending.clear();
        names.clear();
        names.putAll(durableNames);
        names.values().forEach(inode -> inode.losePower(random));
    }

    byte[] content(Path path) throws IOException {
        var inode = inode(path);
        return Arrays.copyOf(inode.cache, inode.size);
    }

    /** Replaces a file's durable content, as a failing medium would. */
    void overwrite(Path path, byte[] content) throws IOException {
        var inode = inode(path);
        inode.cache = content.clone();
        inode.size = content.length;
        inode.dirty.clear();
        inode.disk = content.clone();
    }

    void erase(Path path) {
        names.remove(path);
        durableNames.remove(path);
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        step();
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        step();
        return names.keySet().stream()
                .map(path -> String.valueOf(path.getFileName()))
                .toList();
    }

    @Override
    public File create(Path path) throws IOException {
        step();
        if (names.containsKey(path)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        var inode = new Inode();
        change(new NameChange(null, path, inode));
        return new Handle(inode, life);
    }

    @Override
    public File open(Path path) throws IOException {
        step();
        return new Handle(inode(path), life);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        step();
        change(new NameChange(from, to, inode(from)));
    }

    @Override
    public void delete(Path path) throws IOException {
        step();
        var inode = names.get(path);
        if (inode != null) {
            room = room == Long.MAX_VALUE ? room : room + inode.size;
            change(new NameChange(path, null, inode));
        }
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        step();
        if (!sabotage.contains(Sabotage.IGNORE_DIRECTORY_SYNC)) {
            pending.forEach(change -> change.apply(durableNames));
            pending.clear();
        }
    }

    @Override
    public Closeable lock(Path path) throws IOException {
        if (!locks.add(path)) {
            throw new IOException("locked: " + path);
        }
        int owner = life;
        return () -> {
            if (owner == life) {
                locks.remove(path);
            }
        };
    }

    @Override
    public long identity() {
        return random.nextLong();
    }

    private Inode inode(Path path) throws IOException {
        var inode = names.get(path);
        if (inode == null) {
            throw new NoSuchFileException(path.toString());
        }
        return inode;
    }

    private void change(NameChange change) {
        change.apply(names);
        pending.add(change);
    }

    /** Every operation passes here: this is where the lights may go out. */
    private void step() throws IOException {
        if (stepsUntilPowerCut-- <= 0) {
            stepsUntilPowerCut = 0;
            throw new IOException("power cut");
        }
    }

    private static final class Inode {
        private byte[] cache = new byte[0];
        private int size;
        private byte[] disk = new byte[0];
        private final BitSet dirty = new BitSet();

        void put(ByteBuffer from, int count, int position) {
            int end = position + count;
            if (end > cache.length) {
                cache = Arrays.copyOf(cache, Math.max(end, 2 * cache.length));
            }
            from.get(cache, position, count);
            size = Math.max(size, end);
            if (count > 0) {
                dirty.set(position / SECTOR_BYTES, (end - 1) / SECTOR_BYTES + 1);
            }
        }

        /** Brings one sector, or its first bytes, to the medium; the length only grows with a metadata sync. */
        void store(int sector, int bytes) {
            int from = sector * SECTOR_BYTES;
            int count = Math.min(bytes, Math.min(disk.length, size) - from);
            if (count > 0) {
                System.arraycopy(cache, from, disk, from, count);
            }
        }

        void storeAll() {
            dirty.stream().forEach(sector -> store(sector, SECTOR_BYTES));
            dirty.clear();
        }

        void losePower(Random random) {
            if (random.nextBoolean()) {
                disk = Arrays.copyOf(disk, size);
            }
            int kept = random.nextInt(101);
            dirty.stream().filter(_ -> random.nextInt(100) < kept).forEach(sector -> {
                store(sector, random.nextInt(8) == 0 ? random.nextInt(SECTOR_BYTES) : SECTOR_BYTES);
            });
            dirty.clear();
            cache = disk.clone();
            size = disk.length;
        }
    }

    private final class Handle implements File {
        private final Inode inode;
        private final int owner;

        Handle(Inode inode, int owner) {
            this.inode = inode;
            this.owner = owner;
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            live();
            int count = (int) Math.max(0, Math.min(into.remaining(), inode.size - position));
            into.put(inode.cache, Math.toIntExact(Math.min(position, inode.size)), count);
            return count;
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            live();
            int count = from.remaining();
            boolean cut = stepsUntilPowerCut <= 0;
            boolean failing = writesUntilFailure-- <= 0;
            long growth = Math.max(0, position + count - inode.size);
            boolean full = growth > room;
            if (cut || failing || full) {
                int partial = full ? (int) (count - (growth - room)) : random.nextInt(count + 1);
                room -= full ? room : 0;
                inode.put(from, Math.max(0, partial), (int) position);
                step();
                throw new IOException(full ? "No space left on device" : "write failed");
            }
            step();
            room -= room == Long.MAX_VALUE ? 0 : growth;
            inode.put(from, count, (int) position);
        }

        @Override
        public void sync(boolean metadata) throws IOException {
            live();
            step();
            if (syncsUntilFailure-- <= 0) {
                // As Linux does: some pages made it, all of them look clean from now on.
                inode.dirty.stream()
                        .filter(_ -> random.nextBoolean())
                        .forEach(sector -> inode.store(sector, SECTOR_BYTES));
                inode.dirty.clear();
                throw new IOException("sync failed");
            }
            if (sabotage.contains(Sabotage.IGNORE_SYNC)) {
                return;
            }
            if (metadata && !sabotage.contains(Sabotage.IGNORE_METADATA)) {
                inode.disk = Arrays.copyOf(inode.disk, inode.size);
            }
            inode.storeAll();
        }

        @Override
        public long size() throws IOException {
            live();
            return inode.size;
        }

        @Override
        public void close() {
            // Closing makes nothing durable.
        }

        private void live() throws IOException {
            if (owner != life) {
                throw new IOException("the process that opened this file is dead");
            }
        }
    }
}
