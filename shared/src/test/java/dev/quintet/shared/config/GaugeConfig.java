package dev.quintet.shared.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** A second mapping, as a service would add it. */
@ConfigMapping(prefix = "quintet.gauge")
@Hot
public interface GaugeConfig {
    /** Stands for any value that must change together with another mapping's. */
    @WithDefault("5s")
    @Bounds(min = "1s", max = "60s")
    Duration seconds();
}
