package dev.quintet.shared.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.SmallRyeConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The mapping interfaces under {@code quintet} that this application uses.
 *
 * <p>They are looked up among the beans during Quarkus' static initialisation, which in a native image happens while it
 * is built, and are kept in a static field because the first to need them is the report of a run-time configuration that
 * could not even be built.
 */
@Singleton
class Mappings {
    private static volatile List<Class<?>> interfaces = List.of();

    /** Every key of every mapping. */
    static List<Setting> settings() {
        return settings(interfaces);
    }

    static List<Setting> settings(List<Class<?>> mappings) {
        return mappings.stream()
                .flatMap(mapping -> Setting.of(mapping).stream())
                .sorted(Comparator.comparing(Setting::key))
                .toList();
    }

    /** Those in use: Quarkus leaves out of the configuration a mapping that nothing injects. */
    static List<Class<?>> loaded(SmallRyeConfig config) {
        return interfaces.stream().filter(mapping -> isLoaded(config, mapping)).toList();
    }

    void find(@Observes @Initialized(ApplicationScoped.class) Object event, BeanManager beans) {
        var found = new ArrayList<Class<?>>();
        for (Bean<?> bean : beans.getBeans(Object.class, Any.Literal.INSTANCE)) {
            for (var type : bean.getTypes()) {
                if (type instanceof Class<?> candidate && isOurs(candidate) && !found.contains(candidate)) {
                    found.add(candidate);
                }
            }
        }
        found.sort(Comparator.comparing(Class::getName));
        interfaces = List.copyOf(found);
    }

    private static boolean isLoaded(SmallRyeConfig config, Class<?> mapping) {
        try {
            config.getConfigMapping(mapping);
            return true;
        } catch (NoSuchElementException _) {
            return false;
        }
    }

    private static boolean isOurs(Class<?> candidate) {
        ConfigMapping mapping = candidate.getAnnotation(ConfigMapping.class);
        return mapping != null
                && (mapping.prefix().equals("quintet") || mapping.prefix().startsWith("quintet."));
    }
}
