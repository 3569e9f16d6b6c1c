package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.config.GatewayConfig;
import dev.quintet.gateway.domain.usage.Epoch;
import dev.quintet.gateway.domain.usage.Tally;
import dev.quintet.gateway.domain.usage.Terms;
import dev.quintet.gateway.domain.usage.UsageBook;
import dev.quintet.gateway.domain.usage.UsageEvent;
import dev.quintet.gateway.domain.usage.UsageSnapshot;
import dev.quintet.gateway.store.UsageStore;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Offer;
import dev.quintet.shared.journal.JournalException;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * The one writer of the usage book. Every second it makes the counts durable, so a crash loses one second of them at most; at
 * the end of an epoch it hands the epoch on to be sealed, and again at the next second for as long as it is not. An epoch
 * that ended is fixed in the journal: sealing it twice stores the same bytes at the same address, and none is skipped.
 */
final class UsageKeeper {
    private static final Logger LOG = Logger.getLogger(UsageKeeper.class);

    private final UsageMeter meter;
    private final UsageStore store;
    private final BoundedChannel<SealJob> seal;
    private final Supplier<GatewayConfig.Metering> config;
    private final InstantSource clock;
    private final Consumer<GatewayEvent> announce;
    private final Set<Long> sealing = new HashSet<>();
    private final Set<Long> postponed = ConcurrentHashMap.newKeySet(); // Filled by the sealer, emptied by the keeper.
    private volatile List<Epoch> epochs = List.of();
    private volatile List<Tally> tenants = List.of();

    UsageKeeper(
            UsageMeter meter,
            UsageStore store,
            BoundedChannel<SealJob> seal,
            Supplier<GatewayConfig.Metering> config,
            InstantSource clock,
            Consumer<GatewayEvent> announce) {
        this.meter = meter;
        this.store = store;
        this.seal = seal;
        this.config = config;
        this.clock = clock;
        this.announce = announce;
        if (store.book().isEmpty()) {
            begin();
        }
        publish();
    }

    /** Oldest first; as of the last second. */
    List<Epoch> epochs() {
        return epochs;
    }

    /** Counts of the open epoch per tenant; as of the last second. */
    List<Tally> tenants() {
        return tenants;
    }

    void handle(UsageJob job) {
        switch (job) {
            case UsageJob.Flush() -> {
                keepCounts();
                endIfDue();
                store.book().ended().forEach(entry -> hand(entry, new CompletableFuture<>()));
            }
            case UsageJob.End(var answer) -> end(answer);
            case UsageJob.Stored(var sealed, var address) -> {
                if (store.book().entry(sealed.epoch().number()).isPresent()) {
                    store.append(new UsageEvent.Sealed(sealed.epoch().number(), address));
                    store.compact();
                    LOG.infof("usage of epoch %s sealed as %s", sealed.epoch().id(), address);
                    announce.accept(new GatewayEvent.EpochSealed(sealed.epoch().id(), address.toString()));
                }
                sealing.remove(sealed.epoch().number());
                publish();
                sealed.answer().complete(now(sealed.epoch().number()));
            }
        }
        publish();
    }

    /** Sealing failed for now; the next flush hands it on again. */
    void postponed(SealJob job) {
        postponed.add(job.epoch().number());
        job.answer().complete(job.epoch());
    }

    /** After the last job: nothing counted so far is lost by an orderly end. */
    void close() {
        keepCounts();
        store.close();
    }

    private void end(CompletableFuture<Epoch> answer) {
        try {
            keepCounts();
            long number = store.book().open().epoch().number();
            begin();
            hand(store.book().entry(number).orElseThrow(), answer);
        } catch (JournalException e) {
            answer.completeExceptionally(e);
        }
    }

    private void keepCounts() {
        var pieces = meter.drain();
        for (int i = 0; i < pieces.size(); i++) {
            try {
                store.append(pieces.get(i));
            } catch (JournalException e) {
                // A full disk may have room again in a second. A dead journal ends the process anyway.
                pieces.subList(i, pieces.size()).forEach(meter::restore);
                throw e;
            }
        }
    }

    private void endIfDue() {
        var open = store.book().open().epoch();
        boolean over = !clock.instant().isBefore(open.from().plus(config.get().epoch()));
        if (over && open.requests() > 0) {
            begin();
        }
    }

    private void begin() {
        // The journal keeps milliseconds; the book must not know more than it.
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var metering = config.get();
        store.append(new UsageEvent.Began(now, new Terms(metering.poolMinor().toString(), metering.asset())));
    }

    private void hand(UsageBook.Entry entry, CompletableFuture<Epoch> answer) {
        postponed.removeIf(sealing::remove);
        var epoch = entry.epoch();
        if (!sealing.add(epoch.number())) {
            return;
        }
        if (seal.offer(new SealJob(epoch, UsageSnapshot.of(entry), answer)) != Offer.ACCEPTED) {
            sealing.remove(epoch.number());
            answer.complete(epoch);
        }
    }

    private Epoch now(long number) {
        return store.book().entry(number).orElseThrow().epoch();
    }

    private void publish() {
        epochs = store.book().epochs();
        tenants = store.book().open().tenants();
    }
}
