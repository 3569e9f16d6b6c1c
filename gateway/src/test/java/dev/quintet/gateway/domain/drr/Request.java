package dev.quintet.gateway.domain.drr;

import org.jspecify.annotations.Nullable;

/** A request that remembers what it was told. */
class Request extends Turn {
    final int tenant;
    int grants;
    int drops;

    @Nullable
    Drop reason;

    Runnable onGrant = () -> {};

    Request(int tenant) {
        this.tenant = tenant;
    }

    @Override
    protected void granted() {
        grants++;
        onGrant.run();
    }

    @Override
    protected void dropped(Drop why) {
        drops++;
        reason = why;
    }
}
