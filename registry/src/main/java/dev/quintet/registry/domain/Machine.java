package dev.quintet.registry.domain;

import dev.quintet.registry.domain.Outcome.Accepted;
import dev.quintet.registry.domain.Outcome.Refused;
import dev.quintet.registry.domain.payload.Approval;
import dev.quintet.registry.domain.payload.Payload;
import dev.quintet.registry.domain.payload.SignerSet;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Judges commands: {@code (state, command, now) → outcome}. Changes nothing; an accepted command is an event, and the
 * event becomes true when somebody applies it. Here and nowhere else is decided what may be committed.
 */
public final class Machine {
    private Machine() {}

    /** How much may wait for its quorum. */
    public record Limits(int openMax, long openBytesMax) {}

    /** The first commit: the signer set, by configuration and without approvals. */
    public static Event genesis(Payload payload, Instant now) {
        return new Event.Committed(Artifact.genesis(payload, now), "");
    }

    public static Outcome judge(RegistryState state, Command command, Instant now, Limits limits) {
        return switch (command) {
            case Command.Propose propose -> propose(state, propose, limits);
            case Command.Approve approve -> approve(state, approve, now);
            case Command.Commit commit -> commit(state, commit, now);
            case Command.Note note -> new Accepted(note.rejected());
            case Command.Keep keep -> new Accepted(new Event.Checkpointed(keep.checkpoint()));
        };
    }

    private static Outcome propose(RegistryState state, Command.Propose command, Limits limits) {
        var payload = command.payload();
        if (state.head().version() == 0) {
            return new Refused(Refusal.BUSY, "the log has no signer set yet");
        }
        var misfit = misfit(state, payload);
        if (misfit != null) {
            return misfit;
        }
        if (payload.removes().stream().anyMatch(key -> !state.index().present(key))) {
            return new Refused(Refusal.MALFORMED, "a descriptor to remove does not exist");
        }
        var proposals = state.proposals();
        if (proposals.open() >= limits.openMax()
                || proposals.openBytes() + payload.canonical().length() > limits.openBytesMax()) {
            return new Refused(Refusal.BUSY, "too many proposals wait for their quorum");
        }
        long base = state.head().version();
        return new Accepted(new Event.Proposed(new Proposal(command.subject(), payload, command.expiresAt(), base)));
    }

    private static Outcome approve(RegistryState state, Command.Approve command, Instant now) {
        var proposal = state.proposals().get(command.subject());
        var approval = command.approval();
        if (proposal == null) {
            return new Refused(Refusal.NOT_FOUND, "no such proposal");
        }
        boolean again = proposal.approvals().stream()
                .anyMatch(old -> old.signerId().equals(approval.signerId())
                        && old.publicKey().equals(approval.publicKey()));
        if (again) {
            return new Refused(Refusal.DUPLICATE_APPROVAL, "this signer has approved it already");
        }
        if (proposal.committed() || proposal.expired(now)) {
            return new Refused(
                    Refusal.EXPIRED, proposal.committed() ? "the proposal is committed" : "the proposal has expired");
        }
        var signer = state.signers().signers().get(approval.signerId());
        if (signer == null || !signer.publicKey().equals(approval.publicKey()) || !signer.valid(now)) {
            return new Refused(Refusal.REVOKED_KEY, "the key is not in force");
        }
        return new Accepted(new Event.Approved(proposal.id(), approval));
    }

    private static Outcome commit(RegistryState state, Command.Commit command, Instant now) {
        var proposal = state.proposals().get(command.subject());
        if (proposal == null) {
            return new Refused(Refusal.NOT_FOUND, "no such proposal");
        }
        if (proposal.committed()) {
            return new Outcome.Replayed(proposal.version());
        }
        if (proposal.expired(now)) {
            return new Refused(Refusal.EXPIRED, "the proposal has expired");
        }
        var misfit = misfit(state, proposal.payload());
        if (misfit != null) {
            return misfit;
        }
        if (overtaken(state, proposal)) {
            return mismatch(state, "a descriptor of the proposal has changed since it was made");
        }
        var counting = state.signers().counting(proposal.approvals(), now);
        if (counting.size() < state.signers().m()) {
            return quorumFailed(state.signers(), proposal.approvals(), counting);
        }
        // Time does not go back in the log, whatever the clock does.
        Instant at = now.isBefore(state.head().committedAt()) ? state.head().committedAt() : now;
        var artifact = Artifact.seal(state.head(), proposal, counting, at);
        return new Accepted(new Event.Committed(artifact, command.origin().corrId()));
    }

    /** Whether another commit has changed what this proposal is about; otherwise it is rebased on the head silently. */
    static boolean overtaken(RegistryState state, Proposal proposal) {
        return proposal.payload().keys().anyMatch(key -> state.index().lastChange(key) > proposal.base());
    }

    private static @Nullable Refused misfit(RegistryState state, Payload payload) {
        var head = state.head();
        if (payload.expectHead()
                .filter(expected -> !expected.matches(head.version(), head.hash()))
                .isPresent()) {
            return mismatch(state, "the head is not the expected one");
        }
        if (payload.supersede().filter(old -> !old.of().equals(head.hash())).isPresent()) {
            return mismatch(state, "only the head can be superseded");
        }
        return null;
    }

    private static Refused mismatch(RegistryState state, String detail) {
        var head = state.head();
        return new Refused(
                Refusal.CHAIN_MISMATCH,
                detail,
                Map.of(
                        "head",
                        Map.of("version", head.version(), "hash", head.hash().toString())));
    }

    private static Refused quorumFailed(SignerSet signers, List<Approval> all, List<Approval> counting) {
        var counted = counting.stream().map(Approval::signerId).toList();
        var others = all.stream()
                .map(Approval::signerId)
                .filter(id -> !counted.contains(id))
                .toList();
        return new Refused(
                Refusal.QUORUM_FAILED,
                counting.size() + " of " + signers.m() + " approvals",
                Map.of(
                        "counting", counted,
                        "not_counting", others,
                        "quorum",
                                Map.of("m", signers.m(), "n", signers.signers().size())));
    }
}
