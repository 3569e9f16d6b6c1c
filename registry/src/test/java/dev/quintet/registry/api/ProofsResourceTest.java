package dev.quintet.registry.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Proofs and checkpoints as somebody sees them who has only the RFC, the note format and the JDK. */
@QuarkusTest
@TestProfile(RegistryProfile.class)
class ProofsResourceTest {
    private final Governor governor = Governor.withEveryScope();

    @Test
    void everyVersionIsProvenToBeInTheLogAtOnce() throws GeneralSecurityException {
        long size = 0;
        for (int i = 0; i < 6; i++) {
            size = governor.committed(Governor.put("node", Governor.fresh("n"), "{}"));
        }
        for (long version = 1; version <= size; version++) {
            byte[] artifact = given().get("/registry/" + version).asByteArray();
            var proof = given().get("/registry/proofs/inclusion?version=" + version + "&size=" + size)
                    .jsonPath();
            byte[] root = Base64.getDecoder().decode(proof.getString("root"));

            assertThat(inclusion(version - 1, size, hash(0, artifact, new byte[0]), proof.getList("proof")))
                    .isEqualTo(root);
            assertNote(proof.getString("checkpoint"), size, proof.getString("root"));
        }
        given().get("/registry/proofs/inclusion?version=5&size=4").then().statusCode(400);
        given().get("/registry/proofs/inclusion").then().statusCode(400);
        given().get("/registry/proofs/inclusion?version=999999").then().statusCode(404);
    }

    @Test
    void everyLogIsTheBeginningOfTheNext() throws GeneralSecurityException {
        long size = governor.committed(Governor.put("node", Governor.fresh("n"), "{}"));
        for (long from = 1; from <= size; from++) {
            var proof = given().get("/registry/proofs/consistency?from=" + from + "&to=" + size)
                    .jsonPath();
            byte[] before = Base64.getDecoder().decode(proof.getString("from_root"));
            byte[] after = Base64.getDecoder().decode(proof.getString("to_root"));
            List<byte[]> hashes = proof.<String>getList("proof").stream()
                    .map(Base64.getDecoder()::decode)
                    .toList();

            assertThat(consistent(from, size, before, after, hashes))
                    .as("from %d", from)
                    .isTrue();
            if (from < size) {
                assertThat(consistent(from, size, after, before, hashes)).isFalse();
            }
        }
        given().get("/registry/proofs/consistency?from=" + size + "&to=1")
                .then()
                .statusCode(400);
    }

    private static void assertNote(String note, long size, String root) throws GeneralSecurityException {
        String[] parts = note.split("\n\n", -1);
        String text = parts[0] + "\n";
        assertThat(text.split("\n", -1)).startsWith("quintet/registry", Long.toString(size), root);
        String[] words = parts[1].trim().split(" ", -1);
        assertThat(words[0]).isEqualTo("\u2014");
        byte[] signed = Base64.getDecoder().decode(words[2]);
        byte[] key = Base64.getDecoder()
                .decode(given().get("/registry/descriptors/signers/root").<String>path("body.attestation.public_key"));
        var id = MessageDigest.getInstance("SHA-256");
        id.update("quintet/registry\n\u0001".getBytes(StandardCharsets.UTF_8));
        assertThat(Arrays.copyOf(signed, 4)).isEqualTo(Arrays.copyOf(id.digest(key), 4));
        byte[] encoded = HexFormat.of()
                .parseHex("302a300506032b6570032100" + HexFormat.of().formatHex(key));
        var verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
        verifier.update(text.getBytes(StandardCharsets.UTF_8));
        assertThat(verifier.verify(Arrays.copyOfRange(signed, 4, signed.length)))
                .isTrue();
    }

    /** RFC 9162 §2.1.3.2, step by step: the root that the proof leads to. */
    private static byte[] inclusion(long index, long size, byte[] leaf, List<String> proof)
            throws GeneralSecurityException {
        long fn = index;
        long sn = size - 1;
        byte[] r = leaf;
        for (String step : proof) {
            byte[] p = Base64.getDecoder().decode(step);
            assertThat(sn).isNotZero();
            if ((fn & 1) == 1 || fn == sn) {
                r = hash(1, p, r);
                while ((fn & 1) == 0 && fn != 0) {
                    fn >>= 1;
                    sn >>= 1;
                }
            } else {
                r = hash(1, r, p);
            }
            fn >>= 1;
            sn >>= 1;
        }
        assertThat(sn).isZero();
        return r;
    }

    /** RFC 9162 §2.1.4.2, step by step. */
    private static boolean consistent(long first, long second, byte[] firstHash, byte[] secondHash, List<byte[]> path)
            throws GeneralSecurityException {
        if (first == second) {
            return path.isEmpty() && Arrays.equals(firstHash, secondHash);
        }
        var steps = new java.util.ArrayList<>(path);
        if (Long.bitCount(first) == 1) {
            steps.addFirst(firstHash);
        }
        long fn = first - 1;
        long sn = second - 1;
        while ((fn & 1) == 1) {
            fn >>= 1;
            sn >>= 1;
        }
        byte[] fr = steps.getFirst();
        byte[] sr = steps.getFirst();
        for (byte[] c : steps.subList(1, steps.size())) {
            if (sn == 0) {
                return false;
            }
            if ((fn & 1) == 1 || fn == sn) {
                fr = hash(1, c, fr);
                sr = hash(1, c, sr);
                while ((fn & 1) == 0 && fn != 0) {
                    fn >>= 1;
                    sn >>= 1;
                }
            } else {
                sr = hash(1, sr, c);
            }
            fn >>= 1;
            sn >>= 1;
        }
        return sn == 0 && Arrays.equals(fr, firstHash) && Arrays.equals(sr, secondHash);
    }

    private static byte[] hash(int prefix, byte[] left, byte[] right) throws GeneralSecurityException {
        var digest = MessageDigest.getInstance("SHA-256");
        digest.update((byte) prefix);
        digest.update(left);
        return digest.digest(right);
    }
}
