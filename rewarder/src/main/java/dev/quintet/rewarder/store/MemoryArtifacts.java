package dev.quintet.rewarder.store;

import dev.quintet.rewarder.domain.run.Blob;
import dev.quintet.shared.content.ContentAddress;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Artifacts of a service with amnesia: on the heap, gone with the process. */
final class MemoryArtifacts implements Artifacts {
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final Map<ContentAddress, byte[]> inputs = new ConcurrentHashMap<>();
    private final Map<ContentAddress, MemorySlots> slots = new ConcurrentHashMap<>();

    @Override
    public Draft draft(ContentAddress run) {
        var created = new HashMap<String, ByteArrayOutputStream>();
        return new Draft() {
            @Override
            public OutputStream create(String name) {
                return created.computeIfAbsent(name, _ -> new ByteArrayOutputStream());
            }

            @Override
            public void commit() {
                created.forEach((name, bytes) -> files.put(run + "/" + name, bytes.toByteArray()));
            }

            @Override
            public void close() {
                created.clear();
            }
        };
    }

    @Override
    public Optional<Blob> open(ContentAddress run, String name) {
        return Optional.ofNullable(files.get(run + "/" + name)).map(MemoryBlob::new);
    }

    @Override
    public void seal(ContentAddress address, byte[] content) {
        inputs.put(address, content);
    }

    @Override
    public Optional<Blob> sealed(ContentAddress address) {
        return Optional.ofNullable(inputs.get(address)).map(MemoryBlob::new);
    }

    @Override
    public Slots slots(ContentAddress run, int payees) {
        return slots.computeIfAbsent(run, _ -> new MemorySlots(new byte[payees * Slots.BYTES]));
    }

    @SuppressWarnings("ArrayRecordComponent") // Shared on purpose.
    private record MemoryBlob(byte[] bytes) implements Blob {
        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public byte[] read(long position, int length) {
            return Arrays.copyOfRange(bytes, (int) position, (int) position + length);
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // Shared on purpose.
    private record MemorySlots(byte[] bytes) implements Slots {
        @Override
        public void write(int payee, byte[] slot) {
            System.arraycopy(slot, 0, bytes, payee * BYTES, BYTES);
        }

        @Override
        public byte[] read(int payee) {
            return Arrays.copyOfRange(bytes, payee * BYTES, (payee + 1) * BYTES);
        }

        @Override
        public void sync() {}

        @Override
        public void close() {}
    }
}
