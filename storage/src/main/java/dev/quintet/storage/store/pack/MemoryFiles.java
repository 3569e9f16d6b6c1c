package dev.quintet.storage.store.pack;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A volume that leaves nothing behind; full when its bytes are used up, as a disk would be. */
public final class MemoryFiles implements VolumeFiles {
    private static final int PAGE_BYTES = 64 << 10;

    private final long totalBytes;
    private final AtomicLong pages = new AtomicLong();
    private final Map<String, MemoryFile> files = new ConcurrentHashMap<>();

    public MemoryFiles(long totalBytes) {
        this.totalBytes = totalBytes;
    }

    @Override
    public boolean present() {
        return true;
    }

    @Override
    public Closeable claim() {
        return () -> {};
    }

    @Override
    public List<String> list() {
        return List.copyOf(files.keySet());
    }

    @Override
    public File create(String name) throws IOException {
        var file = new MemoryFile();
        if (files.putIfAbsent(name, file) != null) {
            throw new FileAlreadyExistsException(name);
        }
        return file;
    }

    @Override
    public File open(String name) throws IOException {
        var file = files.get(name);
        if (file == null) {
            throw new NoSuchFileException(name);
        }
        return file;
    }

    @Override
    public void delete(String name) {
        var file = files.remove(name);
        if (file != null) {
            pages.addAndGet(-file.pages.size());
        }
    }

    @Override
    public void syncNames() {}

    @Override
    public long freeBytes() {
        return totalBytes - PAGE_BYTES * pages.get();
    }

    @Override
    public long totalBytes() {
        return totalBytes;
    }

    private final class MemoryFile implements File {
        private final Map<Long, byte[]> pages = new ConcurrentHashMap<>();
        private volatile long size;

        @Override
        public void read(ByteBuffer into, long position) {
            long at = position;
            while (into.hasRemaining() && at < size) {
                int offset = (int) (at % PAGE_BYTES);
                int count = (int) Math.min(Math.min(into.remaining(), PAGE_BYTES - offset), size - at);
                byte[] page = pages.get(at / PAGE_BYTES);
                into.put(page == null ? new byte[PAGE_BYTES] : page, offset, count);
                at += count;
            }
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            long at = position;
            while (from.hasRemaining()) {
                int offset = (int) (at % PAGE_BYTES);
                int count = Math.min(from.remaining(), PAGE_BYTES - offset);
                from.get(page(at / PAGE_BYTES), offset, count);
                at += count;
                size = Math.max(size, at);
            }
        }

        private byte[] page(long index) throws IOException {
            byte[] page = pages.get(index);
            if (page == null) {
                if (freeBytes() < PAGE_BYTES) {
                    throw new IOException("No space left on device");
                }
                page = new byte[PAGE_BYTES];
                pages.put(index, page);
                MemoryFiles.this.pages.incrementAndGet();
            }
            return page;
        }

        @Override
        public void truncate(long to) {
            size = Math.min(size, to);
            for (long index : List.copyOf(pages.keySet())) {
                if (index * PAGE_BYTES >= to && pages.remove(index) != null) {
                    MemoryFiles.this.pages.decrementAndGet();
                }
            }
        }

        @Override
        public void sync() {}

        @Override
        public long size() {
            return size;
        }

        @Override
        public void close() {}
    }
}
