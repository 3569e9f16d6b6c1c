package dev.quintet.gateway.domain.usage;

import dev.quintet.shared.content.ContentAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What the usage journal consists of. */
public sealed interface UsageEvent {

    /** Counts of the open epoch, on top of those before. */
    record Counted(List<Tally> tenants, List<Tally> owners) implements UsageEvent {
        public Counted {
            tenants = List.copyOf(tenants);
            owners = List.copyOf(owners);
        }

        /** The same counts in pieces that fit into a record of the journal each. */
        public static List<Counted> pieces(List<Tally> tenants, List<Tally> owners) {
            var pieces = new ArrayList<Counted>();
            split(tenants, part -> pieces.add(new Counted(part, List.of())));
            split(owners, part -> pieces.add(new Counted(List.of(), part)));
            return pieces;
        }

        private static void split(List<Tally> tallies, Consumer<List<Tally>> part) {
            for (int from = 0; from < tallies.size(); from += PIECE) {
                part.accept(tallies.subList(from, Math.min(tallies.size(), from + PIECE)));
            }
        }

        // With names of 256 characters still far below the longest record.
        private static final int PIECE = 1000;
    }

    /** The open epoch, if there is one, ends with these terms, and the next one begins. */
    record Began(Instant at, Terms ended) implements UsageEvent {}

    /** An ended epoch lies in storage. */
    record Sealed(long epoch, ContentAddress address) implements UsageEvent {}
}
