package dev.quintet.shared.testkit.architecture.careless.domain;

import dev.quintet.shared.testkit.architecture.careless.api.CarelessResource;
import io.smallrye.mutiny.Uni;

/** A rule that knows who calls it and what carries its answer. */
public interface CarelessRule {
    byte[] read();

    default Uni<CarelessResource> caller() {
        return Uni.createFrom().nullItem();
    }
}
