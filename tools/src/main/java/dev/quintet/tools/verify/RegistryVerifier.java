package dev.quintet.tools.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.quintet.shared.content.CanonicalJson;
import dev.quintet.shared.journal.JournalSettings;
import dev.quintet.shared.journal.SegmentedLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.apache.commons.codec.digest.Blake3;
import org.jspecify.annotations.Nullable;

/**
 * Derives a registry's log once more from its records alone: chain, payload addresses, signatures and quorum at each
 * version, Merkle root and checkpoints. Shares the formats with the service and no code: BLAKE3 is commons-codec's,
 * Ed25519 the JDK's, the tree its own.
 */
final class RegistryVerifier {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String GENESIS = "b3:" + "0".repeat(64);
    private static final int PROGRESS = 10_000;

    private final LongConsumer progress;
    private final MerkleLevels tree = new MerkleLevels();
    private final Map<String, Opened> proposals = new HashMap<>();
    private final Set<String> committed = new HashSet<>();
    private @Nullable SignerKeys signers;
    private String hash = GENESIS;
    private Instant time = Instant.EPOCH;
    private long records;
    private long first = 1;
    private long version;
    private long signatures;
    private long unjudged;
    private long checkpoints;

    /** What a log turned out to say; {@code unjudged} commits lie before the first signer set that is still kept. */
    record Report(
            long first, long version, long signatures, long unjudged, long checkpoints, String hash, String root) {}

    /** A proposal's address and expiry, and the approvals recorded for it. */
    private record Opened(String payload, String expiresAt, Set<String> approvals) {}

    RegistryVerifier(LongConsumer progress) {
        this.progress = progress;
    }

    /** Reads the whole log under {@code data}, which no running registry may have open. */
    static Report verify(Path data, LongConsumer progress) {
        var verifier = new RegistryVerifier(progress);
        try (var log = SegmentedLog.open(data.resolve("log"), JournalSettings.defaults());
                var reader = log.read(log.firstSequence())) {
            verifier.records = log.firstSequence() - 1;
            while (reader.next()) {
                byte[] record = new byte[reader.record().remaining()];
                reader.record().get(record);
                verifier.record(record);
            }
        }
        return verifier.report();
    }

    void record(byte[] record) {
        records++;
        if (records % PROGRESS == 0) {
            progress.accept(records);
        }
        require(record.length > 2, "is empty");
        switch (record[0]) {
            case 'P' -> proposed(tree(record, 1));
            case 'A' -> approved(tree(record, 1));
            case 'C' -> commit(Arrays.copyOfRange(record, 2 + (record[1] & 0xFF), record.length));
            case 'K' -> checkpoint(tree(record, 1));
            case 'R' -> tree(record, 1);
            default -> throw new VerificationException(records, "is of no known kind");
        }
    }

    Report report() {
        require(version > 0, "there is no commit");
        String root = first == 1 ? Base64.getEncoder().encodeToString(tree.root(tree.size())) : "unknown: pruned";
        return new Report(first, version, signatures, unjudged, checkpoints, hash, root);
    }

    /** One artifact, as its canonical bytes. */
    void commit(byte[] artifact) {
        JsonNode json = tree(artifact, 0);
        require(Arrays.equals(canonical(json), artifact), "is not in canonical form");
        chain(json);
        String payload = blake3(canonical(json.path("payload")));
        require(payload.equals(json.path("payload_b3").asText()), "payload_b3 is not the address of the payload");
        approvals(json, payload);
        tree.append(artifact);
        for (JsonNode put : json.path("payload").path("put")) {
            if (put.path("kind").asText().equals("signers")) {
                signers = SignerKeys.read(put.path("body"));
            }
        }
    }

    private void chain(JsonNode json) {
        var bare = ((ObjectNode) json).deepCopy();
        bare.remove("hash");
        String own = json.path("hash").asText();
        require(blake3(canonical(bare)).equals(own), "its hash does not hold");
        long number = json.path("version").asLong();
        if (version == 0 && number > 1) {
            first = number; // What came before is pruned; nothing here can vouch for it.
        } else {
            require(number == version + 1, "its version does not follow");
            require(json.path("prev_hash").asText().equals(hash), "its prev_hash is not the hash before it");
        }
        require(json.path("schema_version").asInt() == 1, "its schema is unknown");
        Instant at = Instant.parse(json.path("committed_at").asText());
        require(!at.isBefore(time), "its time goes back");
        time = at;
        version = number;
        hash = own;
    }

    /** A quorum of the signer set that the commits before this one left. */
    private void approvals(JsonNode json, String payload) {
        if (version == 1) {
            require(json.path("approvals").isEmpty() && !json.has("proposal_id"), "a genesis commit has no approvals");
            return;
        }
        String proposal = json.path("proposal_id").asText();
        String expires = json.path("expires_at").asText();
        require(committed.add(proposal), "its proposal was committed before");
        require(time.isBefore(Instant.parse(expires)), "its proposal had expired");
        var opened = proposals.remove(proposal);
        require(
                opened == null
                        || (opened.payload().equals(payload)
                                && opened.expiresAt().equals(expires)),
                "it is not what was proposed");
        if (signers == null) {
            unjudged++;
            return;
        }
        String input = "quintet:registry:approval:v1\n" + proposal + "\n" + payload + "\n" + expires + "\n";
        var distinct = new HashSet<String>();
        for (JsonNode approval : json.path("approvals")) {
            String signer = approval.path("signer_id").asText();
            require(distinct.add(signer), "a signer approved it twice");
            require(approval.path("algo").asText().equals("ed25519"), "an approval's algorithm is unknown");
            require(
                    signers.verifies(signer, input, approval.path("sig").asText(), time),
                    "an approval is not a valid signature of a signer in force");
            require(opened == null || opened.approvals().contains(signed(approval)), "an approval was never recorded");
            signatures++;
        }
        require(distinct.size() >= signers.m(), "there is no quorum");
    }

    private void proposed(JsonNode json) {
        String payload = blake3(canonical(json.path("payload")));
        var opened = new Opened(payload, json.path("expires_at").asText(), new HashSet<>());
        require(proposals.put(json.path("proposal_id").asText(), opened) == null, "a proposal is made twice");
    }

    private void approved(JsonNode json) {
        String id = json.path("proposal_id").asText();
        var opened = proposals.get(id);
        if (opened == null || signers == null) {
            require(first > 1, "approves no proposal that is open");
            return;
        }
        String input =
                "quintet:registry:approval:v1\n" + id + "\n" + opened.payload() + "\n" + opened.expiresAt() + "\n";
        String signer = json.path("signer_id").asText();
        require(signers.has(signer, json.path("public_key").asText()), "approves with a key that is not in force");
        require(
                SignerKeys.verifies(
                        json.path("public_key").asText(),
                        input,
                        json.path("sig").asText()),
                "is not a valid signature");
        opened.approvals().add(signed(json));
    }

    /** A signed statement about the first {@code size} commits. */
    void checkpoint(JsonNode json) {
        long size = json.path("size").asLong();
        require(size <= version, "a checkpoint is ahead of the log");
        if (first == 1) {
            String root = Base64.getEncoder().encodeToString(tree.root((int) size));
            require(root.equals(json.path("root").asText()), "a checkpoint's root is not that of the log");
        }
        if (size == version) {
            require(hash.equals(json.path("hash").asText()), "a checkpoint's hash is not that of its last commit");
        }
        if (signers != null) {
            var note = CheckpointNote.parse(json.path("note").asText());
            require(
                    note.size() == size && note.root().equals(json.path("root").asText()),
                    "a checkpoint's note says something else");
            require(signers.attests(note), "a checkpoint is not signed with the service's key");
        }
        checkpoints++;
    }

    private static String signed(JsonNode approval) {
        return approval.path("signer_id").asText() + " " + approval.path("sig").asText() + " "
                + approval.path("signed_at").asText();
    }

    private JsonNode tree(byte[] bytes, int from) {
        try {
            return JSON.readTree(bytes, from, bytes.length - from);
        } catch (IOException e) {
            throw new VerificationException(records, "is not JSON");
        }
    }

    private byte[] canonical(JsonNode json) {
        try {
            return CanonicalJson.bytes(json);
        } catch (IllegalArgumentException e) {
            throw new VerificationException(records, "has no canonical form");
        }
    }

    private static String blake3(byte[] bytes) {
        return "b3:" + HexFormat.of().formatHex(Blake3.hash(bytes));
    }

    private void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new VerificationException(records, "version " + version + ": " + otherwise);
        }
    }
}
