package dev.quintet.gateway.api;

import dev.quintet.gateway.domain.usage.Epoch;
import dev.quintet.gateway.domain.usage.Tally;
import dev.quintet.gateway.pipeline.UsageDesk;
import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** Metered usage: epochs, where they are sealed, and who used how much so far. */
@Path("/gateway/usage")
public class UsageResource {
    private static final int LIMIT = 100;
    private static final int LIMIT_MAX = 1000;

    private final UsageDesk desk;

    UsageResource(UsageDesk desk) {
        this.desk = desk;
    }

    /** Ends the epoch now. 200 when it lies in storage, 202 when storage must be waited for. */
    @POST
    @Path("/seal")
    @RequiresScope("gateway:admin")
    @APIResponse(responseCode = "200", description = "the epoch is sealed at its address")
    @APIResponse(responseCode = "202", description = "the epoch has ended and is sealed as soon as storage takes it")
    @NonBlocking
    public Uni<RestResponse<EpochView>> seal() {
        return desk.seal().map(epoch -> {
            var view = EpochView.of(epoch);
            return epoch.sealed().isPresent()
                    ? RestResponse.ok(view)
                    : RestResponse.status(RestResponse.Status.ACCEPTED, view);
        });
    }

    /** In order, {@code after} a number; {@code next} is the {@code after} of the following page, absent on the last. */
    @GET
    @Path("/epochs")
    @NonBlocking
    public Epochs epochs(@RestQuery @Nullable Long after, @RestQuery @Nullable Integer limit) {
        int count = limit == null ? LIMIT : limit;
        if (count < 1 || count > LIMIT_MAX) {
            throw new ServiceException(CommonError.BAD_REQUEST, "limit is within 1 and " + LIMIT_MAX);
        }
        long seen = after == null ? 0 : after;
        var rest = desk.epochs().stream().filter(epoch -> epoch.number() > seen).toList();
        var page = rest.stream().limit(count).map(EpochView::of).toList();
        return new Epochs(page, rest.size() > count ? page.getLast().number() : null);
    }

    /** Counts of the open epoch, as of the last second. */
    @GET
    @Path("/tenants")
    @RequiresScope("gateway:admin")
    @NonBlocking
    public Tenants tenants() {
        return new Tenants(desk.tenants().stream().map(TenantView::of).toList());
    }

    /** A page of epochs. */
    @RegisterForReflection
    public record Epochs(List<EpochView> epochs, @Nullable Long next) {}

    /** One epoch; {@code address} once it is sealed. */
    @RegisterForReflection
    public record EpochView(
            long number,
            String epoch,
            String state,
            Instant from,
            @Nullable Instant until,
            @Nullable String address,
            int accounts,
            long requests) {

        static EpochView of(Epoch epoch) {
            return new EpochView(
                    epoch.number(),
                    epoch.id(),
                    epoch.state(),
                    epoch.from(),
                    epoch.until().orElse(null),
                    epoch.sealed().map(ContentAddress::toString).orElse(null),
                    epoch.accounts(),
                    epoch.requests());
        }
    }

    /** All tenants with anything counted. */
    @RegisterForReflection
    public record Tenants(List<TenantView> tenants) {}

    /** What one tenant used. */
    @RegisterForReflection
    public record TenantView(String tenant, long requests, long bytesServed, long bytesStored) {

        static TenantView of(Tally tally) {
            return new TenantView(tally.name(), tally.requests(), tally.bytesServed(), tally.bytesStored());
        }
    }
}
