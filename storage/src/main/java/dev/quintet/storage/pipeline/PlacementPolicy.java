package dev.quintet.storage.pipeline;

import dev.quintet.shared.config.HotConfig;
import dev.quintet.storage.config.StorageConfig;
import dev.quintet.storage.domain.Durability;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.function.Supplier;

/** How new objects are kept: as the registry last said, otherwise as configured. */
@ApplicationScoped
class PlacementPolicy implements Supplier<Durability> {
    private final HotConfig<StorageConfig> config;
    private volatile Optional<Durability> told = Optional.empty();

    PlacementPolicy(HotConfig<StorageConfig> config) {
        this.config = config;
    }

    @Override
    public Durability get() {
        return told.orElseGet(this::configured);
    }

    /** What the registry says now; empty when it says nothing (any more). */
    void tell(Optional<Durability> durability) {
        told = durability;
    }

    private Durability configured() {
        String text = config.current().placement().durability();
        return Durability.tryParse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "quintet.storage.placement.durability is \"" + text + "\" and not rf=N or ec=K+M"));
    }
}
