package dev.quintet.storage.pipeline;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.Offer;
import dev.quintet.shared.metrics.MetricNames;
import dev.quintet.storage.store.StoreMoments;
import dev.quintet.storage.store.pace.Governor;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** What happens inside the store: counted, told, and where a piece was bad, queued for repair at once. */
@ApplicationScoped
class StoreMetrics implements StoreMoments {
    private final BoundedChannel<RepairJob> repair;
    private final UrgentRepairs urgent;
    private final Broadcast<ObjectEvent> events;
    private final Governor governor;
    private final MeterRegistry meters;
    private final Map<Fault, Counter> faults = new EnumMap<>(Fault.class);
    private final Counter chunksRead;
    private final Counter chunksWritten;
    private final Counter repairBytes;
    private final Timer repairWait;
    private final AtomicBoolean planWanted = new AtomicBoolean(true);

    StoreMetrics(
            MeterRegistry meters,
            BoundedChannel<RepairJob> repair,
            UrgentRepairs urgent,
            Broadcast<ObjectEvent> events,
            Governor governor) {
        this.meters = meters;
        this.repair = repair;
        this.urgent = urgent;
        this.events = events;
        this.governor = governor;
        for (var fault : Fault.values()) {
            String reason = fault.name().toLowerCase(Locale.ROOT);
            faults.put(fault, meters.counter("integrity_fail_total", MetricNames.REASON, reason));
        }
        chunksRead = meters.counter("chunks_read_total");
        chunksWritten = meters.counter("chunks_written_total");
        repairBytes = meters.counter("repair_bytes_total");
        repairWait = meters.timer("repair_wait_seconds");
    }

    @Override
    public void damaged(ContentAddress address, Fault fault) {
        var counter = faults.get(fault);
        if (counter != null) {
            counter.increment();
        }
        events.publish(new ObjectEvent(ObjectEvent.Kind.CORRUPT, address));
        if (urgent.add(address)) {
            wake();
        }
    }

    /** Sees to it that a worker looks for urgent repairs; when the queue is full one is about to anyway. */
    void wake() {
        repair.offer(RepairJob.LOOK);
    }

    @Override
    public void wantsPlan() {
        planWanted.set(true);
    }

    /** Whether something happened since the last time this was asked. */
    boolean takePlanWanted() {
        return planWanted.getAndSet(false);
    }

    @Override
    public void stored(ContentAddress address) {
        events.publish(new ObjectEvent(ObjectEvent.Kind.STORED, address));
    }

    @Override
    public void deleted(ContentAddress address) {
        events.publish(new ObjectEvent(ObjectEvent.Kind.DELETED, address));
    }

    @Override
    public void repaired(ContentAddress address, long bytes) {
        repairBytes.increment((double) bytes);
        events.publish(new ObjectEvent(ObjectEvent.Kind.REPAIRED, address));
    }

    @Override
    public void chunkRead(int bytes, long nanos) {
        chunksRead.increment();
        governor.observe(nanos);
    }

    @Override
    public void chunkWritten(int bytes) {
        chunksWritten.increment();
    }

    void repairWaited(long nanos) {
        repairWait.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** A plan that did not fit the queue; the next one finds it again. */
    void skipped(Offer offer) {
        String reason = offer == Offer.FULL ? "full" : "closed";
        meters.counter("repair_skipped_total", MetricNames.REASON, reason).increment();
    }

    long repairedBytes() {
        return (long) repairBytes.count();
    }

    long damaged() {
        return (long) faults.values().stream().mapToDouble(Counter::count).sum();
    }
}
