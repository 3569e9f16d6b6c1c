package dev.quintet.registry.domain;

import dev.quintet.registry.domain.payload.Approval;
import dev.quintet.registry.domain.payload.Key;
import dev.quintet.registry.domain.payload.Kind;
import dev.quintet.registry.domain.payload.Payload;
import dev.quintet.registry.domain.payload.PayloadReader;
import dev.quintet.registry.domain.payload.SignerSet;
import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.content.MerkleTree;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A state at one version, frozen in the time it takes to copy the proposals and written down while the writer goes on:
 * descriptors and Merkle hashes are kept for every version anyway.
 */
public final class StateImage {
    private static final int FORMAT = 1;

    private final RegistryState state;
    private final Head head;
    private final List<Proposal> proposals;
    private final List<Checkpoint> checkpoints;
    private final Set<String> signersEver;

    private StateImage(RegistryState state) {
        this.state = state;
        this.head = state.head();
        this.proposals = state.proposals().copy();
        this.checkpoints = List.copyOf(state.checkpointsAfter(0));
        this.signersEver = state.view().signersEver();
    }

    /** Only the writer may call it, right after it has published. */
    public static StateImage freeze(RegistryState state) {
        return new StateImage(state);
    }

    public Head head() {
        return head;
    }

    /** {@code bodies} reads a descriptor's body from the artifact of a version. */
    public void write(DataOutputStream out, BiFunction<Key, Long, String> bodies) throws IOException {
        out.writeInt(FORMAT);
        out.writeLong(head.version());
        text(out, head.hash().toString());
        text(out, head.payload().toString());
        out.writeLong(head.committedAt().toEpochMilli());
        out.writeInt(signersEver.size());
        for (String id : signersEver) {
            text(out, id);
        }
        out.writeInt(proposals.size());
        for (Proposal proposal : proposals) {
            proposal(out, proposal);
        }
        out.writeInt(checkpoints.size());
        for (Checkpoint checkpoint : checkpoints) {
            checkpoint(out, checkpoint);
        }
        for (long version = 1; version <= head.version(); version++) {
            out.write(state.tree().leaf(version));
        }
        descriptors(out, bodies);
    }

    /** Fills an empty state. */
    public static void read(DataInputStream in, RegistryState state) throws IOException {
        if (in.readInt() != FORMAT) {
            throw new CorruptLogException("the snapshot is of an unknown format");
        }
        long version = in.readLong();
        var head = new Head(version, address(in), address(in), Instant.ofEpochMilli(in.readLong()));
        var ever = new HashSet<String>();
        for (int i = in.readInt(); i > 0; i--) {
            ever.add(text(in));
        }
        for (int i = in.readInt(); i > 0; i--) {
            state.proposals().add(proposal(in));
        }
        for (int i = in.readInt(); i > 0; i--) {
            state.keep(checkpoint(in));
        }
        for (long leaf = 1; leaf <= version; leaf++) {
            state.tree().appendHash(in.readNBytes(MerkleTree.HASH_BYTES));
        }
        readDescriptors(in, state.index());
        String signers = state.index()
                .find(Key.SIGNERS, version)
                .map(DescriptorIndex.Found::body)
                .orElseThrow(() -> new CorruptLogException("the snapshot has no signer set"));
        state.restore(head, SignerSet.read(ArtifactReader.tree(signers)), ever);
    }

    private void descriptors(DataOutputStream out, BiFunction<Key, Long, String> bodies) throws IOException {
        var index = state.index();
        for (Key key : index.keysAfter(null, null)) {
            long[] versions = index.versions(key, head.version());
            if (versions.length == 0) {
                continue;
            }
            out.writeBoolean(true);
            text(out, key.kind().wire());
            text(out, key.id());
            out.writeInt(versions.length);
            for (long version : versions) {
                out.writeLong(version);
            }
            long last = versions[versions.length - 1];
            optional(out, last < 0 ? null : body(index, key, last, bodies));
            // The first version's artifact may be pruned; a body that is still in the log is found there.
            optional(
                    out,
                    versions.length == 1 || versions[0] < 0
                            ? null
                            : index.find(key, versions[0])
                                    .map(DescriptorIndex.Found::body)
                                    .orElse(null));
        }
        out.writeBoolean(false);
    }

    private static String body(DescriptorIndex index, Key key, long version, BiFunction<Key, Long, String> bodies) {
        var found = index.find(key, version).orElseThrow();
        String body = found.body();
        return body == null ? bodies.apply(key, version) : body;
    }

    private static void readDescriptors(DataInputStream in, DescriptorIndex index) throws IOException {
        while (in.readBoolean()) {
            var key = new Key(Kind.parse(text(in)).orElseThrow(), text(in));
            long[] versions = new long[in.readInt()];
            for (int i = 0; i < versions.length; i++) {
                versions[i] = in.readLong();
            }
            String latest = optional(in);
            index.restore(key, versions, optional(in), latest);
        }
    }

    private static void proposal(DataOutputStream out, Proposal proposal) throws IOException {
        text(out, proposal.id());
        text(out, proposal.payload().address().toString());
        text(out, proposal.payload().canonical());
        out.writeLong(proposal.expiresAt().toEpochMilli());
        out.writeLong(proposal.base());
        out.writeLong(proposal.version());
        out.writeInt(proposal.approvals().size());
        for (Approval approval : proposal.approvals()) {
            text(out, approval.signerId());
            text(out, approval.publicKey());
            text(out, approval.signature());
            out.writeLong(approval.signedAt().toEpochMilli());
        }
    }

    private static Proposal proposal(DataInputStream in) throws IOException {
        String id = text(in);
        var address = address(in);
        String canonical = text(in);
        var payload = canonical.isEmpty()
                ? new Payload("", address, List.of(), List.of(), Optional.empty(), Optional.empty())
                : PayloadReader.read(ArtifactReader.tree(canonical), Integer.MAX_VALUE);
        var expiresAt = Instant.ofEpochMilli(in.readLong());
        long base = in.readLong();
        long version = in.readLong();
        var approvals = new ArrayList<Approval>();
        for (int i = in.readInt(); i > 0; i--) {
            approvals.add(new Approval(text(in), text(in), text(in), Instant.ofEpochMilli(in.readLong())));
        }
        return new Proposal(id, payload, expiresAt, base, approvals, version);
    }

    private static void checkpoint(DataOutputStream out, Checkpoint checkpoint) throws IOException {
        out.writeLong(checkpoint.size());
        text(out, checkpoint.rootBase64());
        text(out, checkpoint.hash().toString());
        out.writeLong(checkpoint.at().toEpochMilli());
        text(out, checkpoint.note());
    }

    private static Checkpoint checkpoint(DataInputStream in) throws IOException {
        return new Checkpoint(in.readLong(), text(in), address(in), Instant.ofEpochMilli(in.readLong()), text(in));
    }

    private static void optional(DataOutputStream out, @Nullable String text) throws IOException {
        out.writeBoolean(text != null);
        if (text != null) {
            text(out, text);
        }
    }

    private static @Nullable String optional(DataInputStream in) throws IOException {
        return in.readBoolean() ? text(in) : null;
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    private static ContentAddress address(DataInputStream in) throws IOException {
        return ContentAddress.parse(text(in));
    }
}
