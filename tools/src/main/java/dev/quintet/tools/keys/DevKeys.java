package dev.quintet.tools.keys;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * Generates the signers of a development registry: Ed25519, PKCS#8 in PEM, readable by the owner alone, never
 * overwritten. Beside each key is its public half in base64, {@code <name>.pub}, which is all that the registry gets.
 */
public final class DevKeys {
    /** Three signers, of which the development registry asks for two: enough to show a quorum and a refusal. */
    static final List<String> SIGNERS = List.of("alpha", "beta", "gamma");

    private static final Base64.Encoder PEM_BODY = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private DevKeys() {}

    /** The only argument is the folder of the signers; it is created when it is missing. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            System.err.println("usage: DevKeys <folder>");
            System.exit(2);
        }
        generate(Path.of(arguments[0]));
    }

    static void generate(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        for (String signer : SIGNERS) {
            Path file = folder.resolve(signer + ".pem");
            if (Files.notExists(file)) {
                write(file, pem());
            }
            Path publicFile = folder.resolve(signer + ".pub");
            if (Files.notExists(publicFile)) {
                write(publicFile, publicKey(seed(file)) + "\n");
            }
        }
    }

    /** The 32 secret bytes of a key in PEM. */
    public static byte[] seed(Path file) throws IOException {
        String body = Files.readString(file).replaceAll("-----[A-Z ]+-----", "");
        byte[] encoded = Base64.getMimeDecoder().decode(body);
        // PKCS#8 of Ed25519 is a fixed prefix and the seed.
        return Arrays.copyOfRange(encoded, encoded.length - Ed25519.SECRET_KEY_SIZE, encoded.length);
    }

    private static String publicKey(byte[] seed) {
        byte[] key = new byte[Ed25519.PUBLIC_KEY_SIZE];
        Ed25519.generatePublicKey(seed, 0, key, 0);
        return Base64.getEncoder().encodeToString(key);
    }

    private static String pem() {
        try {
            byte[] key = KeyPairGenerator.getInstance("Ed25519")
                    .generateKeyPair()
                    .getPrivate()
                    .getEncoded();
            return "-----BEGIN PRIVATE KEY-----\n" + PEM_BODY.encodeToString(key) + "\n-----END PRIVATE KEY-----\n";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK since 15 has Ed25519", e);
        }
    }

    // Under another name first: whoever sees the file sees a whole key, also when two starts race.
    private static void write(Path file, String pem) throws IOException {
        var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Path partial = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid());
        try (var channel =
                Files.newByteChannel(partial, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), owner)) {
            channel.write(StandardCharsets.US_ASCII.encode(pem));
        }
        Files.move(partial, file);
    }
}
