package dev.quintet.registry.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Set;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.jspecify.annotations.Nullable;

/**
 * The service's own Ed25519 key: it attests what the log holds and approves nothing. Made at the first start, kept in
 * the data folder for its owner alone; in memory when nothing may be written.
 */
public final class AttestationKey {
    /** What the C2SP note format calls Ed25519. */
    private static final byte ALGORITHM = 1;

    private static final int KEY_ID_BYTES = 4;

    private final byte[] seed;
    private final byte[] publicKey = new byte[Ed25519.PUBLIC_KEY_SIZE];

    private AttestationKey(byte[] seed) {
        this.seed = seed;
        Ed25519.generatePublicKey(seed, 0, publicKey, 0);
    }

    /** The key in {@code directory}, made if there is none; {@code null} for one that is never written. */
    public static AttestationKey open(@Nullable Path directory) {
        if (directory == null) {
            return new AttestationKey(random());
        }
        Path file = directory.resolve("attestation.key");
        try {
            if (Files.notExists(file)) {
                create(directory, file);
            }
            byte[] seed = Base64.getDecoder().decode(Files.readString(file).trim());
            if (seed.length != Ed25519.SECRET_KEY_SIZE) {
                throw new IllegalStateException(file + " is not an attestation key");
            }
            return new AttestationKey(seed);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read or make " + file, e);
        }
    }

    /** Base64 of the 32 bytes. */
    public String publicKey() {
        return Base64.getEncoder().encodeToString(publicKey);
    }

    /** A C2SP tlog-checkpoint: origin, size and root, signed as a note under the name {@code origin}. */
    public String checkpoint(String origin, long size, byte[] root) {
        String text = origin + "\n" + size + "\n" + Base64.getEncoder().encodeToString(root) + "\n";
        byte[] message = text.getBytes(StandardCharsets.UTF_8);
        byte[] signed = Arrays.copyOf(keyId(origin), KEY_ID_BYTES + Ed25519.SIGNATURE_SIZE);
        Ed25519.sign(seed, 0, message, 0, message.length, signed, KEY_ID_BYTES);
        return text + "\n\u2014 " + origin + " " + Base64.getEncoder().encodeToString(signed) + "\n";
    }

    private byte[] keyId(String name) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) '\n');
            digest.update(ALGORITHM);
            return Arrays.copyOf(digest.digest(publicKey), KEY_ID_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    // Under another name first: whoever sees the file sees a whole key.
    private static void create(Path directory, Path file) throws IOException {
        Files.createDirectories(directory);
        Path partial = directory.resolve("attestation.key.tmp");
        Files.deleteIfExists(partial);
        var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
        try (var channel = Files.newByteChannel(partial, options, owner)) {
            channel.write(StandardCharsets.US_ASCII.encode(Base64.getEncoder().encodeToString(random()) + "\n"));
        }
        try {
            Files.move(partial, file);
        } catch (FileAlreadyExistsException _) {
            Files.delete(partial); // Somebody else was faster; theirs is as good.
        }
    }

    private static byte[] random() {
        byte[] seed = new byte[Ed25519.SECRET_KEY_SIZE];
        new SecureRandom().nextBytes(seed);
        return seed;
    }
}
