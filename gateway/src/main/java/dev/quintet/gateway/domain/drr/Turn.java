package dev.quintet.gateway.domain.drr;

import org.jspecify.annotations.Nullable;

/**
 * A request in the eyes of the scheduler. The data path's exchange extends it, so that waiting costs no allocation; one
 * object may be used again after its request ended. Exactly one of {@link #granted} and {@link #dropped} is called for
 * every turn that {@link FairQueue#offer} queued, unless {@link FairQueue#cancel} took it out before.
 */
public abstract class Turn {
    /** Where the request is; guards against a turn being used twice. */
    enum Place {
        OUTSIDE,
        WAITING,
        SERVED
    }

    Place place = Place.OUTSIDE;

    @Nullable
    Flow flow;

    @Nullable
    Turn next;

    @Nullable
    Turn previous;

    int cost;
    /** Its cost was taken from its tenant's deficit. */
    boolean charged;

    long since;

    long waitUntil;
    int slot = WaitWheel.NOWHERE;

    @Nullable
    Turn slotNext;

    @Nullable
    Turn slotPrevious;

    /** Seconds after which a refused or dropped caller may expect to be served; at least 1. */
    int retryAfter = 1;

    /** Its turn has come and it holds one of the upstream's slots until {@link FairQueue#finished}. */
    protected abstract void granted();

    /** It was accepted and will not be served: its caller must be answered now. */
    protected abstract void dropped(Drop reason);

    /** For the {@code Retry-After} of a refusal or a drop. */
    public final int retryAfterSeconds() {
        return retryAfter;
    }

    /** The cost it was admitted with. */
    public final int cost() {
        return cost;
    }

    /** When it was offered. */
    public final long since() {
        return since;
    }
}
