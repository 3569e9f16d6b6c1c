package dev.quintet.gateway.domain.usage;

import dev.quintet.shared.content.ContentAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The state that the usage journal amounts to: the open epoch's counts, those of epochs that ended and are not sealed yet,
 * and a list of the sealed ones. Applying the same events gives the same book, so an ended epoch always has the same bytes. For one thread.
 */
public final class UsageBook {
    /** Sealed epochs that are listed; older ones are forgotten here and stay in storage. */
    public static final int LISTED_MAX = 1000;

    private final List<Entry> entries = new ArrayList<>();

    /** An epoch with its counts; those of a sealed one are gone. */
    public static final class Entry {
        private final long number;
        private final Instant from;
        private Optional<Instant> until = Optional.empty();
        private Optional<ContentAddress> sealed = Optional.empty();
        private final TreeMap<String, Tally> tenants = new TreeMap<>();
        private final TreeMap<String, Tally> owners = new TreeMap<>();
        private Terms terms = new Terms("0", "");
        private int accounts;
        private long requests;

        private Entry(long number, Instant from) {
            this.number = number;
            this.from = from;
        }

        public Epoch epoch() {
            return new Epoch(number, from, until, sealed, accounts, requests);
        }

        /** Those it ended with. */
        public Terms terms() {
            return terms;
        }

        public List<Tally> tenants() {
            return List.copyOf(tenants.values());
        }

        /** In order of their names. */
        public List<Tally> owners() {
            return List.copyOf(owners.values());
        }
    }

    public void apply(UsageEvent event) {
        switch (event) {
            case UsageEvent.Began(Instant at, Terms terms) -> {
                long number = entries.isEmpty() ? 1 : open().number + 1;
                if (!entries.isEmpty()) {
                    open().until = Optional.of(at);
                    open().terms = terms;
                }
                entries.add(new Entry(number, at));
            }
            case UsageEvent.Counted(var tenants, var owners) -> {
                var entry = open();
                tenants.forEach(tally -> entry.tenants.merge(tally.name(), tally, Tally::plus));
                owners.forEach(tally -> entry.owners.merge(tally.name(), tally, Tally::plus));
                entry.accounts = entry.owners.size();
                tenants.forEach(tally -> entry.requests += tally.requests());
            }
            case UsageEvent.Sealed(long number, var address) ->
                entry(number).ifPresent(entry -> {
                    entry.sealed = Optional.of(address);
                    entry.tenants.clear();
                    entry.owners.clear();
                });
        }
        while (entries.size() > LISTED_MAX && entries.getFirst().sealed.isPresent()) {
            entries.removeFirst();
        }
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    public Entry open() {
        return entries.getLast();
    }

    public Optional<Entry> entry(long number) {
        return entries.stream().filter(entry -> entry.number == number).findFirst();
    }

    /** Ended and not sealed, oldest first. */
    public List<Entry> ended() {
        return entries.stream()
                .filter(entry -> entry.until.isPresent() && entry.sealed.isEmpty())
                .toList();
    }

    /** Oldest first, the open one last. */
    public List<Epoch> epochs() {
        return entries.stream().map(Entry::epoch).toList();
    }

    /** The whole book as an entry list and back; for snapshots of the journal. */
    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** Puts back what {@link #entries} listed, in order. */
    public void restore(Epoch epoch, Terms terms, List<Tally> tenants, List<Tally> owners) {
        var entry = new Entry(epoch.number(), epoch.from());
        entry.until = epoch.until();
        entry.sealed = epoch.sealed();
        entry.terms = terms;
        entry.accounts = epoch.accounts();
        entry.requests = epoch.requests();
        tenants.forEach(tally -> entry.tenants.put(tally.name(), tally));
        owners.forEach(tally -> entry.owners.put(tally.name(), tally));
        entries.add(entry);
    }
}
