package dev.quintet.wallet.pipeline;

import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.Delivery;
import dev.quintet.wallet.domain.Ledger;
import dev.quintet.wallet.domain.Op;
import dev.quintet.wallet.domain.ledger.Posting;
import io.smallrye.mutiny.Multi;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;

/** The accepted operations as they happen, from where a listener left off as long as that is not too long ago. */
@ApplicationScoped
public class EventStream {
    private final Broadcast<Posting> events;
    private final Ledger ledger;

    EventStream(Broadcast<Posting> events, Ledger ledger) {
        this.events = events;
        this.ledger = ledger;
    }

    public Multi<Delivery<Posting>> live() {
        return events.subscribe("events_resource");
    }

    /** First what came after entry {@code seen}, at most as much as the bus buffers, then what happens. */
    public Multi<Delivery<Posting>> after(long seen) {
        return Multi.createFrom().deferred(() -> {
            var resumed = new Resumed(seen);
            var missed = Multi.createFrom()
                    .deferred(() -> Multi.createFrom()
                            .iterable(resumed.upTo(ledger.head().seq())));
            var following = live().onItem().transformToIterable(resumed::next);
            return Multi.createBy().concatenating().streams(missed, following);
        });
    }

    /** One listener's progress; called by one thread at a time. */
    private final class Resumed {
        private long seen;
        private boolean lagged;

        Resumed(long seen) {
            this.seen = seen;
        }

        /** A live delivery, and before it what was published while the listener was still catching up. */
        List<Delivery<Posting>> next(Delivery<Posting> delivery) {
            return switch (delivery) {
                case Delivery.Lagged<Posting> lag -> {
                    lagged = true;
                    yield List.of(lag);
                }
                case Delivery.Item<Posting>(Posting posting)
                when posting.entry().seq() <= seen -> List.of();
                case Delivery.Item<Posting>(Posting posting) -> {
                    var list = lagged
                            ? new ArrayList<Delivery<Posting>>()
                            : upTo(posting.entry().seq() - 1);
                    lagged = false;
                    seen = posting.entry().seq();
                    list.add(delivery);
                    yield list;
                }
            };
        }

        List<Delivery<Posting>> upTo(long last) {
            long first = Math.max(seen + 1, last - events.capacity() + 1);
            var list = new ArrayList<Delivery<Posting>>();
            if (first > seen + 1) {
                list.add(new Delivery.Lagged<>(first - seen - 1));
            }
            for (long seq = first; seq <= last; seq++) {
                ledger.entry(seq)
                        .filter(posting -> posting.entry().op() != Op.EXPIRE)
                        .ifPresent(posting -> list.add(new Delivery.Item<>(posting)));
            }
            seen = Math.max(seen, last);
            return list;
        }
    }
}
