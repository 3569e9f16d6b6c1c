package dev.quintet.registry.pipeline;

import dev.quintet.registry.config.RegistryConfig;
import dev.quintet.registry.domain.Registry;
import dev.quintet.registry.store.LogFiles;
import dev.quintet.shared.config.HotConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;

/** Decides which versions may go: by age, count and bytes, and never one that no durable checkpoint covers. */
@ApplicationScoped
class RetentionPlan {
    private final Registry registry;
    private final LogFiles files;
    private final HotConfig<RegistryConfig> config;

    RetentionPlan(Registry registry, LogFiles files, HotConfig<RegistryConfig> config) {
        this.registry = registry;
        this.files = files;
        this.config = config;
    }

    /** The oldest version that has to stay. */
    long keepFrom() {
        var rules = config.current().retention();
        var view = registry.state().view();
        long head = view.head().version();
        long first = registry.firstVersion();
        long keep = byAge(first, head, Instant.now().minus(rules.age()));
        if (rules.countMax().isPresent()) {
            keep = Math.max(keep, head - rules.countMax().get() + 1);
        }
        if (rules.bytesMax().isPresent()) {
            keep = Math.max(keep, byBytes(first, head, rules.bytesMax().get().asLongValue()));
        }
        // The head always stays: it is what the next commit follows.
        return Math.max(first, Math.min(keep, Math.min(view.checkpoint() + 1, head)));
    }

    /** The first version that is younger, found by bisection: time does not go back in the log. */
    private long byAge(long first, long head, Instant oldest) {
        long low = first;
        long high = head;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (registry.update(middle).committedAt().isBefore(oldest)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private long byBytes(long first, long head, long bytesMax) {
        long bytes = files.bytes();
        long versions = head - first + 1;
        return bytes <= bytesMax ? first : head - (long) (versions * ((double) bytesMax / bytes)) + 1;
    }
}
