package dev.quintet.shared.http.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecodeGuardTest {
    private static final DecodeGuard.Limits LIMITS = new DecodeGuard.Limits(8 << 20, 10);
    private static final DecodeGuard.Limits LOOSE = new DecodeGuard.Limits(8 << 20, 1_000_000);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip|1",
                "gzip|7",
                "gzip|100000",
                "deflate|1",
                "deflate|7",
                "deflate|100000",
                "zstd|1",
                "zstd|7",
                "zstd|100000",
                "gzip, gzip|3",
                "gzip, zstd|5",
                "zstd, deflate|1000"
            })
    void decodesSlicesOfAnySize(String encoding, int slice) {
        byte[] content = noise(50_000);

        assertThat(decode(encoding, Encodings.encode(encoding, content), slice, LIMITS))
                .isEqualTo(content);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "zstd"})
    void decodesAnEmptyBody(String encoding) {
        assertThat(decode(encoding, Encodings.encode(encoding, new byte[0]), 64, LIMITS))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "zstd", "gzip, gzip"})
    void refusesEveryProperPrefix(String encoding) {
        byte[] encoded = Encodings.encode(encoding, noise(200));

        for (int length = 0; length < encoded.length; length++) {
            byte[] prefix = Arrays.copyOf(encoded, length);
            assertFails(CommonError.BAD_REQUEST, () -> decode(encoding, prefix, 16, LIMITS));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate"})
    void refusesEveryFlippedBitOrDecodesTheSame(String encoding) {
        byte[] content = noise(100);
        byte[] encoded = Encodings.encode(encoding, content);

        for (int bit = 0; bit < encoded.length * 8; bit++) {
            byte[] flipped = encoded.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            try {
                // Some header bits (time, system) mean nothing; none may change the content.
                assertThat(decode(encoding, flipped, 64, LIMITS)).isEqualTo(content);
            } catch (ServiceException refused) {
                assertThat(refused.code()).isIn(CommonError.BAD_REQUEST, CommonError.DECODED_RATIO);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "zstd"})
    void refusesTrailingGarbage(String encoding) {
        byte[] encoded = Encodings.encode(encoding, noise(200));

        byte[] longer = Arrays.copyOf(encoded, encoded.length + 1);

        assertFails(CommonError.BAD_REQUEST, () -> decode(encoding, longer, 16, LIMITS));
        assertFails(CommonError.BAD_REQUEST, () -> decode(encoding, longer, encoded.length, LIMITS));
    }

    @Test
    void readsEveryOptionalGzipHeaderField() {
        byte[] plain = Encodings.encode("gzip", noise(300));
        var header = new ByteArrayOutputStream();
        header.writeBytes(HexFormat.of().parseHex("1f8b081e00000000ff03" + "0300" + "010203"));
        header.writeBytes("name\0comment\0".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
        var crc = new CRC32();
        crc.update(header.toByteArray());
        header.write((int) crc.getValue());
        header.write((int) (crc.getValue() >> 8));
        byte[] fields = header.toByteArray();
        fields[9] = plain[9];
        header.write(plain, 10, plain.length - 10);

        assertThat(decode("gzip", header.toByteArray(), 1, LIMITS)).isEqualTo(noise(300));

        byte[] wrong = header.toByteArray();
        wrong[12] ^= 1;
        assertFails(CommonError.BAD_REQUEST, () -> decode("gzip", wrong, 64, LIMITS));
    }

    @Test
    void readsSeveralGzipMembers() {
        byte[] one = Encodings.encode("gzip", noise(300));
        byte[] two = Arrays.copyOf(one, one.length * 2);
        System.arraycopy(one, 0, two, one.length, one.length);

        for (int slice : new int[] {1, 5, one.length, one.length + 1, two.length}) {
            assertThat(decode("gzip", two, slice, LIMITS)).hasSize(600);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "gzip, br", "compress", "gzip;q=1", "gzip, gzip, gzip"})
    void refusesWhatItDoesNotKnow(String encoding) {
        assertFails(CommonError.UNSUPPORTED_MEDIA, () -> DecodeGuard.open(encoding, true, LIMITS));
    }

    @Test
    void refusesZstdWhereTheRouteDoesNotTakeIt() {
        assertFails(CommonError.UNSUPPORTED_MEDIA, () -> DecodeGuard.open("zstd", false, LIMITS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "zstd"})
    void holdsTheCapToTheByte(String encoding) {
        int cap = 100_000;
        var limits = new DecodeGuard.Limits(cap, 1_000_000);

        assertThat(decode(encoding, Encodings.encode(encoding, noise(cap - 1)), 999, limits))
                .hasSize(cap - 1);
        assertThat(decode(encoding, Encodings.encode(encoding, noise(cap)), 999, limits))
                .hasSize(cap);
        assertFails(
                CommonError.DECODED_CAP,
                () -> decode(encoding, Encodings.encode(encoding, noise(cap + 1)), 999, limits));
    }

    @Test
    void holdsTheRatioToTheByte() {
        byte[] encoded = Encodings.encode("gzip", new byte[40_000]);
        int ratio = 40_000 / encoded.length;

        // 40,000 bytes from n: allowed up to ceil(40,000 / n) times, not below.
        assertThat(decode("gzip", encoded, encoded.length, new DecodeGuard.Limits(8 << 20, ratio + 1)))
                .hasSize(40_000);
        assertFails(
                CommonError.DECODED_RATIO,
                () -> decode("gzip", encoded, encoded.length, new DecodeGuard.Limits(8 << 20, ratio)));
    }

    @Test
    void neverCallsASmallDocumentABomb() {
        int floor = DecodeGuard.RATIO_FLOOR_BYTES;

        assertThat(decode("gzip", Encodings.encode("gzip", new byte[floor]), 1000, LIMITS))
                .hasSize(floor);
        assertFails(
                CommonError.DECODED_RATIO,
                () -> decode("gzip", Encodings.encode("gzip", new byte[floor + 1]), 1000, LIMITS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "zstd", "gzip, gzip", "gzip, deflate", "zstd, gzip", "gzip, zstd"})
    void stopsABombWithoutPayingForIt(String encoding) {
        byte[] bomb = Encodings.bomb(encoding, 64);
        assertThat(bomb.length).isLessThan((64 << 20) / 900);
        drain(encoding, bomb, LIMITS); // Once, so that classes are loaded.

        long before = allocated();
        var refused = drain(encoding, bomb, LIMITS);
        long cost = allocated() - before;

        assertThat(refused).isIn(CommonError.DECODED_RATIO, CommonError.DECODED_CAP);
        assertThat(cost).as("bytes allocated").isLessThan(encoding.contains("zstd") ? 6_000_000 : 64_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "gzip, gzip"})
    void decodesMegabytesInFlatMemory(String encoding) {
        byte[] encoded = Encodings.bomb(encoding, 8);
        drain(encoding, encoded, LOOSE);

        long before = allocated();
        drain(encoding, encoded, LOOSE);

        assertThat(allocated() - before).as("bytes allocated").isLessThan(64_000);
    }

    @Test
    void refusesAZstdWindowThatWouldCostMegabytes() {
        // A frame header that asks for 2 MiB is fine, one step more is not, whatever follows.
        byte[] fits = HexFormat.of().parseHex("28b52ffd" + "00" + "58");
        byte[] tooLarge = HexFormat.of().parseHex("28b52ffd" + "00" + "59");

        assertFails(CommonError.BAD_REQUEST, () -> decode("zstd", fits, 64, LIMITS));
        assertFails(CommonError.DECODED_CAP, () -> decode("zstd", tooLarge, 64, LIMITS));
    }

    @Test
    void survivesRandomBytes() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            for (String encoding : new String[] {"gzip", "deflate", "zstd"}) {
                byte[] encoded = Encodings.encode(encoding, noise(random.nextInt(400)));
                for (int flips = random.nextInt(4); flips >= 0; flips--) {
                    encoded[random.nextInt(encoded.length)] = (byte) random.nextInt();
                }
                try {
                    decode(encoding, encoded, 1 + random.nextInt(64), LIMITS);
                } catch (ServiceException expected) {
                    assertThat(expected.code().status()).as("seed %d", seed).isIn(400, 413);
                }
            }
        }
    }

    private static byte[] decode(String encoding, byte[] encoded, int slice, DecodeGuard.Limits limits) {
        var decoded = new ByteArrayOutputStream();
        try (var guard = DecodeGuard.open(encoding, true, limits)) {
            for (int at = 0; at < encoded.length; at += slice) {
                guard.feed(encoded, at, Math.min(slice, encoded.length - at), decoded::write);
            }
            guard.finish();
        }
        return decoded.toByteArray();
    }

    private static @org.jspecify.annotations.Nullable Object drain(
            String encoding, byte[] encoded, DecodeGuard.Limits limits) {
        try (var guard = DecodeGuard.open(encoding, true, limits)) {
            for (int at = 0; at < encoded.length; at += 4096) {
                guard.feed(encoded, at, Math.min(4096, encoded.length - at), (_, _, _) -> {});
            }
            return null;
        } catch (ServiceException refused) {
            return refused.code();
        }
    }

    private static void assertFails(CommonError code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ServiceException.class,
                        refused -> assertThat(refused.code()).isEqualTo(code));
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private static byte[] noise(int length) {
        byte[] bytes = new byte[length];
        new Random(42).nextBytes(bytes);
        return bytes;
    }
}
