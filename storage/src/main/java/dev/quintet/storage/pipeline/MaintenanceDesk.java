package dev.quintet.storage.pipeline;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.domain.Maintenance;
import dev.quintet.storage.store.EmbeddedStore;
import dev.quintet.storage.store.Scrubber;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What an operator sees and asks for: the volumes, repair and scrub, over HTTP and as meters. */
@ApplicationScoped
class MaintenanceDesk implements Maintenance {
    private final EmbeddedStore store;
    private final Scrubber scrubber;
    private final RepairTick tick;
    private final RepairFlow flow;
    private final StoreMetrics metrics;

    MaintenanceDesk(EmbeddedStore store, Scrubber scrubber, RepairTick tick, RepairFlow flow, StoreMetrics metrics) {
        this.store = store;
        this.scrubber = scrubber;
        this.tick = tick;
        this.flow = flow;
        this.metrics = metrics;
    }

    void meters(@Observes StartupEvent event, MeterRegistry meters, PlacementPolicy policy) {
        for (var volume : volumes()) {
            gauge(meters, volume.name(), "live", VolumeInfo::liveBytes);
            gauge(meters, volume.name(), "dead", VolumeInfo::deadBytes);
            gauge(meters, volume.name(), "free", VolumeInfo::freeBytes);
            for (var state : VolumeState.values()) {
                Gauge.builder(
                                "volume_state",
                                this,
                                desk -> desk.info(volume.name()).state() == state ? 1 : 0)
                        .tag("volume", volume.name())
                        .tag("state", state.name().toLowerCase(Locale.ROOT))
                        .register(meters);
            }
        }
        Gauge.builder("rf_target", policy, known -> known.get().pieces()).register(meters);
        Gauge.builder(
                        "rf_observed",
                        this,
                        desk -> policy.get().pieces() * desk.tick.inventory().lowest())
                .register(meters);
        Gauge.builder("scrub_progress", scrubber, Scrubber::progress).register(meters);
        Gauge.builder("repair_missing", this, desk -> desk.tick.inventory().missing())
                .register(meters);
        Gauge.builder("repair_rate_share", flow.governor(), dev.quintet.storage.store.pace.Governor::share)
                .register(meters);
    }

    private interface Part {
        long of(VolumeInfo info);
    }

    private void gauge(MeterRegistry meters, String volume, String state, Part part) {
        Gauge.builder("volume_bytes", this, desk -> part.of(desk.info(volume)))
                .tag("volume", volume)
                .tag("state", state)
                .register(meters);
    }

    private VolumeInfo info(String name) {
        return volumes().stream()
                .filter(info -> info.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public List<VolumeInfo> volumes() {
        return store.volumeInfos();
    }

    @Override
    public boolean requestRepair(Optional<ContentAddress> address) {
        if (address.isEmpty()) {
            metrics.wantsPlan();
            return true;
        }
        boolean queued = flow.urgent().add(address.get());
        metrics.wake();
        return queued;
    }

    @Override
    public void requestScrub() {
        scrubber.restart();
    }

    @Override
    public Progress progress() {
        var inventory = tick.inventory();
        return new Progress(
                inventory.objects(),
                inventory.target(),
                inventory.missing(),
                flow.repair().depth() + (long) flow.urgent().size(),
                metrics.repairedBytes(),
                scrubber.progress(),
                metrics.damaged());
    }
}
