package dev.quintet.shared.http.decode;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a body slice by slice and stops at the first byte too many. Memory is one buffer of
 * {@value #BUFFER_BYTES} bytes per encoding (and the window that zstd asks for, at most {@value ZstdFrames#WINDOW_MAX_BYTES}),
 * whatever the body claims to be.
 *
 * <p>Both guards hold for every prefix and every layer: at most {@code decodedMax} bytes, and at most {@code ratioMax}
 * bytes for each byte received, except that the first {@value #RATIO_FLOOR_BYTES} bytes are never called a bomb. After
 * an exception the guard is spent. Not thread-safe.
 */
public final class DecodeGuard implements AutoCloseable {
    static final int BUFFER_BYTES = 8 * 1024;

    /** Small repetitive documents pass 10:1 honestly and cannot hurt. */
    static final int RATIO_FLOOR_BYTES = 16 * 1024;

    /** {@code gzip, gzip} happens by mistake; more layers only on purpose. */
    static final int LAYERS_MAX = 2;

    private static final Set<String> KNOWN = Set.of("gzip", "x-gzip", "deflate", "zstd");

    private final Limits limits;
    private final List<Decoder> layers; // in the order in which they are undone
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final byte[] between; // what one of two layers has decoded and the other has not
    private long received;

    private DecodeGuard(Limits limits, List<Decoder> layers) {
        this.limits = limits;
        this.layers = layers;
        this.between = new byte[layers.size() > 1 ? BUFFER_BYTES : 0];
    }

    /** Absolute size and ratio past which a body is refused. */
    public record Limits(long decodedMax, int ratioMax) {}

    /** Receives decoded bytes; the array is reused after the call. */
    @FunctionalInterface
    public interface Sink {
        void accept(byte[] bytes, int offset, int length);
    }

    /** Whether {@code contentEncoding} (the header's value, if any) asks for decoding at all. */
    public static boolean needed(@Nullable String contentEncoding) {
        return !names(contentEncoding).isEmpty();
    }

    /**
     * A guard for the given header value, 415 if it names anything but {@code gzip}, {@code deflate} (zlib, as RFC 9110
     * says; raw deflate is corrupt) and, where the route allows it, {@code zstd}.
     */
    public static DecodeGuard open(@Nullable String contentEncoding, boolean zstdAllowed, Limits limits) {
        var names = names(contentEncoding);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("nothing to decode");
        }
        if (names.size() > LAYERS_MAX) {
            throw new ServiceException(CommonError.UNSUPPORTED_MEDIA, "more than two content encodings");
        }
        if (!KNOWN.containsAll(names) || (names.contains("zstd") && !zstdAllowed)) {
            throw new ServiceException(CommonError.UNSUPPORTED_MEDIA, "the content encoding is not supported here");
        }
        var layers = names.reversed().stream().map(DecodeGuard::decoder).toList();
        return new DecodeGuard(limits, layers);
    }

    private static Decoder decoder(String name) {
        return switch (name) {
            case "zstd" -> new ZstdDecoder();
            case "deflate" -> new ZlibDecoder();
            default -> new GzipDecoder();
        };
    }

    private static List<String> names(@Nullable String contentEncoding) {
        if (contentEncoding == null) {
            return List.of();
        }
        return List.of(contentEncoding.toLowerCase(Locale.ROOT).split(",", -1)).stream()
                .map(String::strip)
                .filter(name -> !name.isEmpty() && !name.equals("identity"))
                .toList();
    }

    /** Hands over the next slice, by reference; only after {@link #read} has answered 0 for the one before. */
    public void offer(byte[] bytes, int offset, int length) {
        received += length;
        layers.getFirst().input(bytes, offset, length);
    }

    /** Decodes into {@code out} and answers how much; 0 when the offered slice is used up. */
    public int read(byte[] out, int offset, int length) {
        return read(layers.size() - 1, out, offset, length);
    }

    /** Decodes one slice; {@code out} is called with what it yields, one buffer at a time. */
    public void feed(byte[] bytes, int offset, int length, Sink out) {
        offer(bytes, offset, length);
        int count;
        while ((count = read(buffer, 0, buffer.length)) > 0) {
            out.accept(buffer, 0, count);
        }
    }

    /** The body is complete; 400 if an encoding is not. */
    public void finish() {
        layers.forEach(Decoder::finish);
    }

    @Override
    public void close() {
        layers.forEach(Decoder::close);
    }

    private int read(int layer, byte[] out, int offset, int length) {
        var decoder = layers.get(layer);
        int count;
        while ((count = decoder.output(out, offset, length)) == 0) {
            if (layer == 0) {
                return 0;
            }
            int below = read(layer - 1, between, 0, between.length);
            if (below == 0) {
                return 0;
            }
            decoder.input(between, 0, below);
        }
        decoder.produced += count;
        judge(decoder.produced);
        return count;
    }

    private void judge(long decoded) {
        if (decoded > limits.decodedMax()) {
            throw new ServiceException(
                    CommonError.DECODED_CAP, "the body decodes to more than " + limits.decodedMax() + " bytes");
        }
        // What was offered, not what was consumed: the decoders buffer, and a slice is small.
        if (decoded > RATIO_FLOOR_BYTES && decoded > received * limits.ratioMax()) {
            throw new ServiceException(
                    CommonError.DECODED_RATIO,
                    "the body decodes to more than " + limits.ratioMax() + " times its size");
        }
    }
}
