package dev.quintet.registry.domain;

import dev.quintet.registry.domain.payload.Approval;
import dev.quintet.registry.domain.payload.Payload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A change that waits for its quorum, or what became of it.
 *
 * @param base the head's version when it was made: descriptors that changed since then make it superseded
 * @param version the commit it became; 0 while it is none
 */
public record Proposal(
        String id, Payload payload, Instant expiresAt, long base, List<Approval> approvals, long version) {

    /** A proposal as it is made. */
    public Proposal(String id, Payload payload, Instant expiresAt, long base) {
        this(id, payload, expiresAt, base, List.of(), 0);
    }

    public Proposal {
        approvals = List.copyOf(approvals);
    }

    public boolean committed() {
        return version > 0;
    }

    public boolean expired(Instant now) {
        return !now.isBefore(expiresAt);
    }

    /** What a signer of it signs. */
    public String signingInput() {
        return Approval.signingInput(id, payload.address(), expiresAt);
    }

    /** With this approval; an older one of the same signer goes. */
    Proposal approved(Approval approval) {
        var all = new ArrayList<>(approvals);
        all.removeIf(old -> old.signerId().equals(approval.signerId()));
        all.add(approval);
        return new Proposal(id, payload, expiresAt, base, all, version);
    }

    Proposal committedAs(long commit) {
        return new Proposal(id, payload, expiresAt, base, approvals, commit);
    }
}
