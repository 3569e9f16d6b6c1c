package dev.quintet.storage.store.pack;

import dev.quintet.shared.content.ContentAddress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/** Tells a volume from another one in the same place: 128 random bits in a file, and in the header of each pack. */
final class VolumeIdentity {
    private static final String FILE = "volume";
    private static final String PREFIX = "quintet-volume 1 ";
    private static final int HEX_DIGITS = 32;
    private static final int VOLUME_AT = 16;

    private VolumeIdentity() {}

    /** The identity of what is there; a new one, durably, when nothing is. */
    static ContentAddress establish(VolumeFiles files) throws IOException {
        var written = read(files);
        if (written.isPresent()) {
            return written.get();
        }
        var known = fromPacks(files);
        var identity = known.isPresent() ? known.get() : random();
        files.delete(FILE);
        try (var file = files.create(FILE)) {
            String text = PREFIX + hex(identity) + "\n";
            file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), 0);
            file.sync();
        }
        files.syncNames();
        return identity;
    }

    /** What the file says, unless it is missing or damaged. */
    static Optional<ContentAddress> read(VolumeFiles files) {
        try {
            if (!files.present() || !files.list().contains(FILE)) {
                return Optional.empty();
            }
            var text = ByteBuffer.allocate(PREFIX.length() + HEX_DIGITS);
            try (var file = files.open(FILE)) {
                file.read(text, 0);
            }
            return parse(new String(text.array(), StandardCharsets.ISO_8859_1));
        } catch (IOException _) {
            // Not readable is as good as not there; the packs know as well.
            return Optional.empty();
        }
    }

    private static Optional<ContentAddress> parse(String text) {
        if (!text.matches(PREFIX + "[0-9a-f]{" + HEX_DIGITS + "}")) {
            return Optional.empty();
        }
        byte[] bytes = HexFormat.of().parseHex(text, PREFIX.length(), text.length());
        var buffer = ByteBuffer.wrap(bytes);
        return Optional.of(new ContentAddress(buffer.getLong(), buffer.getLong(), 0, 0));
    }

    private static Optional<ContentAddress> fromPacks(VolumeFiles files) throws IOException {
        for (String name : files.list()) {
            int ordinal = PackFormat.ordinal(name);
            if (ordinal == 0) {
                continue;
            }
            var header = ByteBuffer.allocate(PackFormat.HEADER_BYTES);
            try (var file = files.open(name)) {
                file.read(header, 0);
            }
            header.flip();
            if (header.limit() == PackFormat.HEADER_BYTES) {
                var claimed = new ContentAddress(header.getLong(VOLUME_AT), header.getLong(VOLUME_AT + 8), 0, 0);
                if (PackFormat.created(header, ordinal, PackFormat.salt(claimed)) >= 0) {
                    return Optional.of(claimed);
                }
            }
        }
        return Optional.empty();
    }

    private static ContentAddress random() {
        var random = new SecureRandom();
        return new ContentAddress(random.nextLong(), random.nextLong(), 0, 0);
    }

    private static String hex(ContentAddress identity) {
        return HexFormat.of().toHexDigits(identity.a()) + HexFormat.of().toHexDigits(identity.b());
    }
}
