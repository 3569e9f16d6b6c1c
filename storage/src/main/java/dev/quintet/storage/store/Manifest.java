package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.content.ContentTree;
import dev.quintet.storage.domain.Durability;
import dev.quintet.storage.domain.Durability.Copies;
import dev.quintet.storage.domain.Durability.Shards;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What an object's record says of it; on disk: size u64, created u64, data u8, parity u8, owner (u16, UTF-8), chaining values. */
record Manifest(ContentTree tree, String owner, long createdMillis, Durability durability) {
    private static final int OWNER_BYTES_MAX = 0xffff;

    /** The last part is missing for an object that is one chunk: the address stands for it. */
    byte[] encode() {
        byte[] name = owner.getBytes(StandardCharsets.UTF_8);
        if (name.length > OWNER_BYTES_MAX) {
            throw new IllegalArgumentException("an owner of " + name.length + " bytes");
        }
        byte[] cvs = tree.groups() == 1 ? new byte[0] : tree.cvs();
        var out = ByteBuffer.allocate(20 + name.length + cvs.length);
        out.putLong(tree.length()).putLong(createdMillis);
        switch (durability) {
            case Copies(int copies) -> out.put((byte) copies).put((byte) 0);
            case Shards(int data, int parity) -> out.put((byte) data).put((byte) parity);
        }
        return out.putShort((short) name.length).put(name).put(cvs).array();
    }

    /** Reads a manifest that is of this address and no other. */
    static Optional<Manifest> decode(ContentAddress address, ByteBuffer in) {
        try {
            long size = in.getLong();
            long created = in.getLong();
            int data = in.get() & 0xff;
            int parity = in.get() & 0xff;
            byte[] name = new byte[in.getShort() & 0xffff];
            in.get(name);
            byte[] cvs = new byte[in.remaining()];
            in.get(cvs);
            var tree = ContentTree.of(size, cvs.length == 0 ? address.bytes() : cvs);
            var durability = parity == 0 ? new Copies(data) : new Shards(data, parity);
            return tree.address().equals(address)
                    ? Optional.of(new Manifest(tree, new String(name, StandardCharsets.UTF_8), created, durability))
                    : Optional.empty();
        } catch (RuntimeException _) {
            // Whatever is wrong with it, it is not the manifest of this address.
            return Optional.empty();
        }
    }

    /** The id under which a chunk is stored: its chaining value, or the address when it is the only one. */
    ContentAddress chunkId(byte[] cvs, int index) {
        return ContentAddress.of(cvs, index * ContentAddress.BYTES);
    }

    /** Copies of the manifest: as many losses as the chunks survive. */
    int copies() {
        return copies(durability);
    }

    static int copies(Durability durability) {
        return switch (durability) {
            case Copies(int copies) -> copies;
            case Shards(int _, int parity) -> parity + 1;
        };
    }
}
