package dev.quintet.shared.capability;

import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

/** The test application's guarded routes: each thread model, one optional token, several scopes, resource checks. */
@Path("/guarded")
public class GuardedResource {
    private final Capability capability;

    GuardedResource(Capability capability) {
        this.capability = capability;
    }

    @POST
    @Path("/loop")
    @NonBlocking
    @RequiresScope("wallet:transfer")
    public String onEventLoop() {
        return Boolean.toString(Context.isOnEventLoopThread());
    }

    @POST
    @Path("/worker")
    @RequiresScope("wallet:transfer")
    public String onWorker() {
        return capability.tokenId().orElseThrow();
    }

    @POST
    @Path("/virtual")
    @RunOnVirtualThread
    @RequiresScope("wallet:transfer")
    public String onVirtualThread() {
        return capability.tokenId().orElseThrow();
    }

    @POST
    @Path("/accounts/{account}/{asset}")
    @RequiresScope("wallet:transfer")
    public Uni<String> ofOneAccount(@PathParam("account") String account, @PathParam("asset") String asset) {
        capability.requireAccount(account);
        capability.requireAsset(asset);
        capability.requireTenant("t1");
        return Uni.createFrom().item("done");
    }

    @POST
    @Path("/batch/{operation}")
    @RequiresScope({"wallet:issue", "wallet:burn"})
    public Uni<String> batch(@PathParam("operation") String operation) {
        capability.require("wallet:" + operation);
        return Uni.createFrom().item("done");
    }

    @GET
    @Path("/public")
    public Uni<String> open() {
        return Uni.createFrom().item("for all");
    }

    @GET
    @Path("/owner")
    @AcceptsToken
    public Uni<String> owner() {
        return Uni.createFrom().item(capability.allows("storage:owner") ? "more" : "less");
    }
}
