package dev.quintet.storage.api.tus;

import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code Upload-Checksum}: what the bytes of one PATCH must hash to, or nothing of it is kept. */
public final class UploadChecksum {
    /** Announced in {@code Tus-Checksum-Algorithm}. */
    public static final String ALGORITHMS = "blake3,sha256";

    private static final int DIGEST_BYTES = 32;

    private final Algorithm algorithm;
    private final byte[] digest;

    private UploadChecksum(Algorithm algorithm, byte[] digest) {
        this.algorithm = algorithm;
        this.digest = digest;
    }

    /** Both have 32 bytes. */
    private enum Algorithm {
        BLAKE3,
        SHA256
    }

    /** Empty without the header; 400 for another algorithm or a digest that cannot be one, as the protocol says. */
    public static Optional<UploadChecksum> parse(@Nullable String header) {
        if (header == null) {
            return Optional.empty();
        }
        String[] parts = header.strip().split(" ", -1);
        if (parts.length != 2) {
            throw malformed("Upload-Checksum is an algorithm and a Base64 digest");
        }
        var algorithm = switch (parts[0]) {
            case "blake3" -> Algorithm.BLAKE3;
            case "sha256" -> Algorithm.SHA256;
            default -> throw malformed("the checksum algorithms are " + ALGORITHMS);
        };
        return Optional.of(new UploadChecksum(algorithm, decode(parts[1])));
    }

    /** Whether the buffer's remaining bytes, which stay unread, have this digest. */
    public boolean fits(ByteBuffer bytes) {
        return MessageDigest.isEqual(digest, hash(bytes.duplicate()));
    }

    private byte[] hash(ByteBuffer bytes) {
        return switch (algorithm) {
            case BLAKE3 -> Blake3.hash(bytes);
            case SHA256 -> {
                try {
                    var sha = MessageDigest.getInstance("SHA-256");
                    sha.update(bytes);
                    yield sha.digest();
                } catch (NoSuchAlgorithmException e) {
                    throw new IllegalStateException("every Java has SHA-256", e);
                }
            }
        };
    }

    private static byte[] decode(String digest) {
        try {
            byte[] bytes = Base64.getDecoder().decode(digest);
            if (bytes.length == DIGEST_BYTES) {
                return bytes;
            }
        } catch (IllegalArgumentException _) {
            // Refused below, like one of another length.
        }
        throw malformed("the digest in Upload-Checksum is not 32 bytes in Base64");
    }

    private static ServiceException malformed(String detail) {
        return new ServiceException(CommonError.BAD_REQUEST, detail);
    }
}
