package dev.quintet.registry.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The shapes of bodies, for the contract; reading and writing is done by {@link Bodies} and {@link Documents}. */
final class Forms {
    private Forms() {}

    record Key(String kind, String id) {}

    record Descriptor(String kind, String id, Map<String, Object> body) {}

    record ExpectHead(long version, String hash) {}

    record Supersede(String of, String reason, @Nullable String note) {}

    record Payload(
            List<Descriptor> put,
            List<Key> remove,
            @Nullable ExpectHead expectHead,
            @Nullable String note,
            @Nullable Supersede supersede) {}

    record Propose(Payload payload, @Nullable String payloadB3) {}

    record Proposed(String proposalId, String payloadB3, Instant expiresAt, String signingInput) {}

    record Quorum(int m, int n) {}

    record SignedApproval(String signerId, String algo, String sig, Instant signedAt) {}

    record CountedApproval(String signerId, String algo, String sig, Instant signedAt, boolean counts) {}

    @Schema(
            description =
                    "payload is absent once the proposal is committed or expired; version is the commit it became")
    record Proposal(
            String proposalId,

            @Schema(enumeration = {"open", "committed", "expired", "superseded"})
            String state,

            String payloadB3,
            @Nullable Payload payload,
            List<CountedApproval> approvals,
            Quorum quorum,
            Instant expiresAt,
            String signingInput,
            long baseVersion,
            @Nullable Long version) {}

    record Proposals(List<Proposal> proposals, @Nullable String next) {}

    @Schema(description = "sig: base64 of the Ed25519 signature over the UTF-8 bytes of signing_input")
    record Approve(String signerId, String algo, String sig, Instant signedAt) {}

    record Approved(
            @Schema(enumeration = {"pending", "ready"}) String status, List<String> approvals, Quorum quorum) {}

    record Commit(long version, String hash, String payloadB3, Instant committedAt) {}

    record Checkpoint(
            long size,

            @Schema(description = "base64 of the RFC 6962 root")
            String root,

            String hash,
            Instant issuedAt,
            @Schema(description = "C2SP tlog-checkpoint") String note) {}

    record Checkpoints(
            List<Checkpoint> checkpoints, @Nullable Long next) {}

    record Head(
            long version,
            String hash,
            String payloadB3,
            Instant committedAt,
            @Nullable Checkpoint checkpoint) {}

    @Schema(description = "RFC 8785; hash is the BLAKE3 of the text without hash. The genesis has no proposal")
    record Artifact(
            int schemaVersion,
            long version,
            String prevHash,
            Payload payload,
            String payloadB3,
            List<SignedApproval> approvals,
            @Nullable String proposalId,
            @Nullable Instant expiresAt,
            Instant committedAt,
            String hash) {}

    record Log(
            List<Artifact> artifacts, long head, @Nullable Long next) {}

    @Schema(description = "version: the commit that last put it")
    record DescriptorAtVersion(String kind, String id, Map<String, Object> body, long version) {}

    @Schema(description = "version: the commit that last put it; at: the version that was asked for")
    record DescriptorAt(String kind, String id, Map<String, Object> body, long version, long at) {}

    record Descriptors(
            long at,
            List<DescriptorAtVersion> descriptors,
            @Nullable String next) {}

    @Schema(
            description =
                    "hashes are base64; a leaf is the canonical artifact; checkpoint is a signed note of this size")
    record Inclusion(
            long version,
            long size,
            long leafIndex,
            String leafHash,
            String root,
            List<String> proof,
            @Nullable String checkpoint) {}

    record Consistency(
            long from,
            long to,
            String fromRoot,
            String toRoot,
            List<String> proof,
            @Nullable String checkpoint) {}
}
