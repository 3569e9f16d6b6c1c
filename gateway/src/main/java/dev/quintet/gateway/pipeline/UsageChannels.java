package dev.quintet.gateway.pipeline;

import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.ChannelRegistry;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The queues of metering. */
class UsageChannels {
    /** A flush per second and now and then an operator; past it a flush is left to the next second. */
    private static final int USAGE = 64;
    /** Ended epochs on their way into storage; past it they wait in the book. */
    private static final int SEAL = 4;

    @Produces
    @Singleton
    BoundedChannel<UsageJob> usage(ChannelRegistry channels) {
        return channels.bounded("usage", USAGE, "UsageTick, UsageResource, UsageSealer", "UsageKeeper");
    }

    @Produces
    @Singleton
    BoundedChannel<SealJob> seal(ChannelRegistry channels) {
        return channels.bounded("seal", SEAL, "UsageKeeper", "UsageSealer");
    }
}
