package dev.quintet.shared.reload;

import dev.quintet.shared.config.HotConfig;
import io.smallrye.mutiny.Multi;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.InjectionPoint;
import java.lang.reflect.ParameterizedType;

/** Makes {@code @Inject HotConfig<RegistryConfig>} work for every mapping. */
@Dependent
class HotConfigProducer {

    @Produces
    @Dependent
    @SuppressWarnings("unchecked") // the injection point says which mapping T is
    <T> HotConfig<T> hotConfig(InjectionPoint point, ConfigReloader reloader) {
        var mapping = (Class<T>) ((ParameterizedType) point.getType()).getActualTypeArguments()[0];
        var snapshots = reloader.snapshots();
        snapshots.get().get(mapping); // fails the start rather than the first request
        return new HotConfig<>() {
            @Override
            public T current() {
                return snapshots.get().get(mapping);
            }

            @Override
            public Multi<T> changes() {
                return snapshots.changes().map(snapshot -> snapshot.get(mapping));
            }
        };
    }
}
