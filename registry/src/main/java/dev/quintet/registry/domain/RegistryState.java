package dev.quintet.registry.domain;

import dev.quintet.registry.domain.payload.Approval;
import dev.quintet.registry.domain.payload.Descriptor;
import dev.quintet.registry.domain.payload.Key;
import dev.quintet.registry.domain.payload.SignerSet;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The fold of all events. One writer applies events; readers see only what was {@link #publish published}, which the
 * writer does after the events are durable.
 */
public final class RegistryState {
    private final DescriptorIndex index = new DescriptorIndex();
    private final Proposals proposals = new Proposals();
    private final ProofTree tree = new ProofTree();
    private final NavigableMap<Long, Checkpoint> checkpoints = new ConcurrentSkipListMap<>();
    private final Set<String> signersEver = new HashSet<>();
    private Head head = Head.NONE;
    private SignerSet signers = SignerSet.NONE;
    private volatile View view = new View(Head.NONE, SignerSet.NONE, 0, Set.of());

    /**
     * What readers may know.
     *
     * @param checkpoint the size of the newest durable checkpoint; 0 when there is none
     * @param signersEver ids of all signers there ever were
     */
    public record View(Head head, SignerSet signers, long checkpoint, Set<String> signersEver) {}

    public Head head() {
        return head;
    }

    public SignerSet signers() {
        return signers;
    }

    /** Safe to read at versions up to the published head. */
    public DescriptorIndex index() {
        return index;
    }

    public Proposals proposals() {
        return proposals;
    }

    /** Safe to read at sizes up to the published head. */
    public ProofTree tree() {
        return tree;
    }

    public View view() {
        return view;
    }

    /** Takes up what happened. */
    public void apply(Event event) {
        switch (event) {
            case Event.Proposed(Proposal proposal) -> proposals.add(proposal);
            case Event.Approved(String id, Approval approval) -> proposals.approve(id, approval);
            case Event.Committed(Artifact artifact, String _) -> commit(artifact);
            case Event.Checkpointed(Checkpoint checkpoint) -> keep(checkpoint);
            case Event.Rejected _ -> {}
        }
    }

    /** Lets readers see everything applied so far. */
    public void publish() {
        proposals.publish();
        long checkpoint = checkpoints.isEmpty() ? 0 : checkpoints.lastKey();
        var known = view.signersEver().size() == signersEver.size() ? view.signersEver() : Set.copyOf(signersEver);
        view = new View(head, signers, checkpoint, known);
    }

    /** Forgets proposals whose time has passed, as far as that needs remembering. */
    public void sweep(Instant now) {
        proposals.sweep(now);
    }

    /** The state of a proposal, as its callers name it. */
    public String stateOf(Proposal proposal, Instant now) {
        if (proposal.committed()) {
            return "committed";
        }
        if (proposal.expired(now)) {
            return "expired";
        }
        long version = view.head().version();
        boolean superseded =
                proposal.payload().keys().anyMatch(key -> index.lastChangeUpTo(key, version) > proposal.base())
                        || proposal.payload()
                                .expectHead()
                                .filter(it -> it.version() != version)
                                .isPresent()
                        || (proposal.payload().supersede().isPresent() && proposal.base() != version);
        return superseded ? "superseded" : "open";
    }

    /** The newest durable checkpoint of at most so many commits. */
    public Optional<Checkpoint> checkpointUpTo(long size) {
        var found = checkpoints.floorEntry(Math.min(size, view.checkpoint()));
        return found == null ? Optional.empty() : Optional.of(found.getValue());
    }

    /** The oldest durable checkpoint that covers this version. */
    public Optional<Checkpoint> checkpointCovering(long version) {
        var found = checkpoints.ceilingEntry(version);
        return found == null || found.getKey() > view.checkpoint() ? Optional.empty() : Optional.of(found.getValue());
    }

    /** Durable checkpoints of more than so many commits, in order. */
    public Collection<Checkpoint> checkpointsAfter(long size) {
        long last = view.checkpoint();
        return last <= size
                ? Collections.emptyList()
                : checkpoints.subMap(size, false, last, true).values();
    }

    /** For a snapshot: the state that {@code head} has, without its commits. */
    void restore(Head restored, SignerSet set, Set<String> ever) {
        head = restored;
        signers = set;
        signersEver.addAll(ever);
    }

    void keep(Checkpoint checkpoint) {
        checkpoints.put(checkpoint.size(), checkpoint);
    }

    private void commit(Artifact artifact) {
        var next = artifact.head();
        if (next.version() != head.version() + 1 || !artifact.previous().equals(head.hash())) {
            throw new CorruptLogException(
                    "version " + next.version() + " does not follow version " + head.version() + " of the chain");
        }
        tree.append(artifact.bytes());
        for (Descriptor put : artifact.payload().puts()) {
            index.put(put.key(), next.version(), put.body());
            if (put.key().equals(Key.SIGNERS)) {
                signers = SignerSet.read(ArtifactReader.tree(put.body()));
                signersEver.addAll(signers.signers().keySet());
            }
        }
        for (Key key : artifact.payload().removes()) {
            index.remove(key, next.version());
        }
        if (!artifact.proposalId().isEmpty()) {
            proposals.commit(artifact.proposalId(), next.version());
        }
        head = next;
    }
}
