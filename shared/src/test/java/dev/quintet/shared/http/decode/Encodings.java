package dev.quintet.shared.http.decode;

import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

/** Encodes test bodies; {@code "gzip, zstd"} is applied in that order, as the header says it. */
public final class Encodings {
    private Encodings() {}

    public static byte[] encode(String encoding, byte[] content) {
        byte[] encoded = content;
        for (String name : encoding.split(", ", -1)) {
            encoded = once(name, encoded);
        }
        return encoded;
    }

    /** {@code megabytes} of zeros. */
    public static byte[] bomb(String encoding, int megabytes) {
        return encode(encoding, new byte[megabytes << 20]);
    }

    private static byte[] once(String name, byte[] content) {
        var bytes = new ByteArrayOutputStream();
        try (OutputStream encoder = switch (name) {
            case "gzip" -> new GZIPOutputStream(bytes);
            case "deflate" -> new DeflaterOutputStream(bytes);
            case "zstd" -> new ZstdOutputStream(bytes);
            default -> throw new IllegalArgumentException(name);
        }) {
            encoder.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
