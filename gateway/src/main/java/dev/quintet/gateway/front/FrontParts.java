package dev.quintet.gateway.front;

import dev.quintet.gateway.config.GatewayConfig;
import dev.quintet.gateway.domain.route.RouteTable;
import dev.quintet.gateway.pipeline.AdmissionScheduler;
import dev.quintet.gateway.pipeline.UsageMeter;
import dev.quintet.shared.capability.CapabilityGate;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.config.QuintetConfig;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What every exchange works with.
 *
 * @param ownerToken lets storage name the owner of what it serves
 */
record FrontParts(
        HotConfig<QuintetConfig> common,
        HotConfig<GatewayConfig> config,
        AdmissionScheduler desk,
        CapabilityGate gate,
        Supplier<RouteTable> routes,
        BooleanSupplier draining,
        FrontMeters meters,
        UsageMeter usage,
        Supplier<String> ownerToken) {}
