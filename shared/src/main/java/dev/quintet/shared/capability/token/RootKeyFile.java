package dev.quintet.shared.capability.token;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;

/** Root keys on disk: one {@code id:hex} per line, the minting one first, readable by the owner alone. Blocking. */
public final class RootKeyFile {
    private static final long BYTES_MAX = 4_096;
    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final int KEY_ID_BYTES = 4;

    private RootKeyFile() {}

    /** Reads the keys; refuses a file that anyone but its owner could read or write. */
    public static RootKeys read(Path file) {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (!OWNER_ONLY.containsAll(permissions)) {
                throw new RootKeyException("root key file " + file + " has mode "
                        + PosixFilePermissions.toString(permissions) + "; it must be 0600: chmod 600 " + file);
            }
            if (Files.size(file) > BYTES_MAX) {
                throw new RootKeyException("root key file " + file + " is longer than " + BYTES_MAX + " bytes");
            }
            return RootKeys.parse(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new RootKeyException("root key file " + file + " does not exist", e);
        } catch (IOException | UnsupportedOperationException e) {
            throw new RootKeyException("root key file " + file + " cannot be read: " + e, e);
        }
    }

    /**
     * Reads the keys, or first creates the file with a fresh development key. Any number of processes may do this at
     * once: the file appears whole or not at all, and all of them end up with the same key.
     */
    public static RootKeys readOrCreate(Path file) {
        if (!Files.exists(file)) {
            try {
                create(file.toAbsolutePath());
            } catch (IOException | UnsupportedOperationException e) {
                throw new RootKeyException("development root key " + file + " cannot be created: " + e, e);
            }
        }
        return read(file);
    }

    private static void create(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        RootKey key = RootKey.generate("dev-" + randomHex());
        Path draft = file.resolveSibling(file.getFileName() + "." + randomHex() + ".tmp");
        try {
            write(
                    draft,
                    "# Quintet development root key: mints tokens for this machine only.\n" + key.secretText() + "\n");
            // A hard link is the one atomic step that never replaces what another process put there first.
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException _) {
            // Another process was faster; its key counts.
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static void write(Path file, String text) throws IOException {
        FileAttribute<?> ownerOnly = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
        var options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options, ownerOnly)) {
            channel.write(ByteBuffer.wrap(TokenText.bytes(text)));
            channel.force(true);
        }
    }

    private static String randomHex() {
        byte[] bytes = new byte[KEY_ID_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
