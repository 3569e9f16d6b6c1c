package dev.quintet.shared.testkit.architecture.careless.api;

import dev.quintet.shared.testkit.architecture.careless.domain.CarelessRule;
import dev.quintet.shared.testkit.architecture.careless.store.CarelessStore;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;

/** Waits where it must not. Without a path, so that no container takes it for a resource. */
@SuppressWarnings("all")
public class CarelessResource {
    private final CarelessRule rule = new CarelessStore();

    @GET
    public Uni<byte[]> reads() {
        return Uni.createFrom().item(rule.read());
    }

    @GET
    @NonBlocking
    public String sleeps() throws InterruptedException {
        Thread.sleep(1);
        return "";
    }

    @GET
    @RunOnVirtualThread
    public byte[] mayWait() {
        return rule.read();
    }

    @GET
    public Uni<byte[]> readsElsewhere() {
        return Uni.createFrom().item(() -> rule.read());
    }
}
