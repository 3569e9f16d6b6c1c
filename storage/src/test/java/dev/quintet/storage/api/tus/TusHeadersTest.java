package dev.quintet.storage.api.tus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.error.ServiceException;
import io.vertx.core.MultiMap;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TusHeadersTest {
    private static final String DIGITS = "0123456789abcdef".repeat(4);

    @Test
    void anAddressIsFoundInAllItsSpellings() {
        var address = ContentAddress.parse("b3:" + DIGITS);

        assertThat(UploadMetadata.parse("name " + base64("a.bin") + ",b3 " + base64("b3:" + DIGITS))
                        .address())
                .contains(address);
        assertThat(UploadMetadata.parse("b3 " + base64(DIGITS)).address()).contains(address);
        assertThat(UploadMetadata.parse("b3 " + Base64.getEncoder().encodeToString(address.bytes()))
                        .address())
                .contains(address);
    }

    @Test
    void metadataWithoutAnAddressIsKeptAsItCame() {
        var metadata = UploadMetadata.parse("filename d29ybGQ=, is_confidential");

        assertThat(metadata.text()).isEqualTo("filename d29ybGQ=, is_confidential");
        assertThat(metadata.values()).containsOnlyKeys("filename", "is_confidential");
        assertThat(metadata.address()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b c", "a not*base64", ",", "a YQ==,a YQ==", " , ", "ä YQ=="})
    void malformedMetadataIsRefused(String header) {
        assertThatThrownBy(() -> UploadMetadata.parse(header)).isInstanceOf(ServiceException.class);
    }

    @Test
    void overlongMetadataIsRefused() {
        assertThatThrownBy(() -> UploadMetadata.parse("a " + "QUJD".repeat(2_000)))
                .isInstanceOf(ServiceException.class);
    }

    @Test
    void anAddressThatIsNoneIsRefused() {
        var metadata = UploadMetadata.parse("b3 " + base64("b3:" + DIGITS.toUpperCase(java.util.Locale.ROOT)));

        assertThatThrownBy(metadata::address).isInstanceOf(ServiceException.class);
    }

    @Test
    void aChecksumFitsItsBytesOnly() throws NoSuchAlgorithmException {
        byte[] piece = {1, 2, 3};
        String sha = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(piece));
        String blake = Base64.getEncoder().encodeToString(Blake3.hash(piece));

        assertThat(UploadChecksum.parse("sha256 " + sha).orElseThrow().fits(ByteBuffer.wrap(piece)))
                .isTrue();
        assertThat(UploadChecksum.parse("blake3 " + blake).orElseThrow().fits(ByteBuffer.wrap(piece)))
                .isTrue();
        assertThat(UploadChecksum.parse("blake3 " + sha).orElseThrow().fits(ByteBuffer.wrap(piece)))
                .isFalse();
        assertThat(UploadChecksum.parse(null)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "sha256", "md5 AAAA", "sha256 AAAA", "sha256 ***", "sha256  x y"})
    void aMalformedChecksumIsRefused(String header) {
        assertThatThrownBy(() -> UploadChecksum.parse(header)).isInstanceOf(ServiceException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "+1", "1.0", "0x10", " 1", "9999999999999999999", "one"})
    void onlyDigitsAreANumber(String value) {
        assertThatThrownBy(() -> Tus.number(Tus.UPLOAD_OFFSET, value)).isInstanceOf(ServiceException.class);
    }

    @Test
    void aLengthIsAnnouncedOrDeferredAndNotBoth() {
        assertThat(Tus.announcedLength(headers("Upload-Length", "5"))).isEqualTo(OptionalLong.of(5));
        assertThat(Tus.announcedLength(headers("Upload-Defer-Length", "1"))).isEmpty();
        assertThatThrownBy(() -> Tus.announcedLength(headers("Upload-Defer-Length", "0")))
                .isInstanceOf(ServiceException.class);
        assertThatThrownBy(() -> Tus.announcedLength(headers())).isInstanceOf(ServiceException.class);
        assertThatThrownBy(() -> Tus.announcedLength(headers("Upload-Length", "5", "Upload-Defer-Length", "1")))
                .isInstanceOf(ServiceException.class);
    }

    @Test
    void datesAreWrittenAsHttpDoes() {
        assertThat(Tus.date(Instant.parse("2026-11-08T08:49:37Z"))).isEqualTo("Sun, 08 Nov 2026 08:49:37 GMT");
    }

    private static MultiMap headers(String... pairs) {
        var map = MultiMap.caseInsensitiveMultiMap();
        for (int i = 0; i < pairs.length; i += 2) {
            map.add(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }
}
