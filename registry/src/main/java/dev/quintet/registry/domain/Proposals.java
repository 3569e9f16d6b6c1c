package dev.quintet.registry.domain;

import dev.quintet.registry.domain.payload.Approval;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** Proposals that wait, and for a while those that are done with, so that a retried commit gets its answer again. */
public final class Proposals {
    /** Done with and still answered; some 30 MiB. A retry that comes later than that many commits gets 404. */
    static final int DONE_MAX = 100_000;

    private final Map<String, Proposal> all = new HashMap<>();
    private final Queue<Proposal> byExpiry = new PriorityQueue<>(Comparator.comparing(Proposal::expiresAt));
    private final Deque<String> done = new ArrayDeque<>();
    private final Set<String> touched = new HashSet<>();
    private final ConcurrentSkipListMap<String, Proposal> published = new ConcurrentSkipListMap<>();
    private volatile int open;
    private volatile long openBytes;

    /** How many wait. */
    public int open() {
        return open;
    }

    /** What the payloads of those that wait take up. */
    long openBytes() {
        return openBytes;
    }

    /** The writer's view. */
    @Nullable
    Proposal get(String id) {
        return all.get(id);
    }

    /** A reader's view. */
    public Optional<Proposal> find(String id) {
        return Optional.ofNullable(published.get(id));
    }

    /** A reader's view of those with ids after this one, in order of their making. */
    public Collection<Proposal> after(String id) {
        return published.tailMap(id, false).values();
    }

    void add(Proposal proposal) {
        all.put(proposal.id(), proposal);
        touched.add(proposal.id());
        if (proposal.committed()) {
            finish(proposal.id());
        } else {
            byExpiry.add(proposal);
            count(1, proposal);
        }
    }

    void approve(String id, Approval approval) {
        var proposal = all.get(id);
        if (proposal != null) {
            all.put(id, proposal.approved(approval));
            touched.add(id);
        }
    }

    void commit(String id, long version) {
        var proposal = all.get(id);
        if (proposal != null) {
            close(proposal.committedAs(version));
        }
    }

    void sweep(Instant now) {
        for (var next = byExpiry.peek(); next != null && next.expired(now); next = byExpiry.peek()) {
            byExpiry.remove();
            var proposal = all.get(next.id());
            if (proposal != null && !proposal.committed()) {
                close(proposal);
            }
        }
    }

    void publish() {
        for (String id : touched) {
            var proposal = all.get(id);
            if (proposal == null) {
                published.remove(id);
            } else {
                published.put(id, proposal);
            }
        }
        touched.clear();
    }

    /** Everything, for a snapshot. */
    List<Proposal> copy() {
        return List.copyOf(all.values());
    }

    private void close(Proposal proposal) {
        count(-1, proposal);
        var slim = new Proposal(
                proposal.id(),
                proposal.payload().slim(),
                proposal.expiresAt(),
                proposal.base(),
                proposal.approvals(),
                proposal.version());
        all.put(slim.id(), slim);
        touched.add(slim.id());
        finish(slim.id());
    }

    private void finish(String id) {
        done.add(id);
        if (done.size() > DONE_MAX) {
            String oldest = done.remove();
            all.remove(oldest);
            touched.add(oldest);
        }
    }

    // Only the writer changes the two; volatile is for the meters.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void count(int sign, Proposal proposal) {
        open += sign;
        openBytes += sign * (long) proposal.payload().canonical().length();
    }
}
