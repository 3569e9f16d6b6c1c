package dev.quintet.shared.config;

import dev.quintet.shared.config.Danger.Looser;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import io.smallrye.config.common.utils.StringUtil;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One key of a mapping interface and what its annotations promise about it. */
record Setting(
        String key,
        Class<?> type,
        Shape shape,
        @Nullable String standard,
        @Nullable Bounds bounds,
        @Nullable Looser looser,
        boolean hot) {

    enum Shape {
        SINGLE,
        OPTIONAL,
        LIST,
        MAP
    }

    /** Every key the mapping declares, nested groups included, sorted by key. */
    static List<Setting> of(Class<?> mapping) {
        var found = new ArrayList<Setting>();
        collect(mapping, mapping.getAnnotation(ConfigMapping.class).prefix(), isHot(mapping), found);
        if (found.isEmpty()) {
            // Silence would mean no checks at all: a native image sees the methods only of registered interfaces.
            throw new IllegalStateException(mapping.getName() + " lacks @RegisterForReflection");
        }
        found.sort(Comparator.comparing(Setting::key));
        return List.copyOf(found);
    }

    /** Whether the property name is this key, an element of its list or an entry of its map. */
    boolean covers(String name) {
        return switch (shape) {
            case SINGLE, OPTIONAL -> name.equals(key);
            case LIST -> name.equals(key) || name.startsWith(key + "[");
            case MAP -> name.startsWith(key + ".");
        };
    }

    /** The environment variable that sets the key. */
    String variable() {
        return key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }

    /** The number behind a value, so that integers, durations and sizes compare alike; empty for text, paths and flags. */
    Optional<BigDecimal> measure(String raw) {
        if (type == int.class || type == Integer.class) {
            return Optional.of(BigDecimal.valueOf(Integer.parseInt(raw.trim())));
        }
        if (type == long.class || type == Long.class) {
            return Optional.of(BigDecimal.valueOf(Long.parseLong(raw.trim())));
        }
        if (type == BigInteger.class) {
            return Optional.of(new BigDecimal(new BigInteger(raw.trim())));
        }
        if (type == Duration.class) {
            Duration duration = DurationConverter.parseDuration(raw);
            return Optional.of(
                    BigDecimal.valueOf(duration.getSeconds()).add(BigDecimal.valueOf(duration.getNano(), 9)));
        }
        if (type == MemorySize.class) {
            return Optional.of(
                    new BigDecimal(new MemorySizeConverter().convert(raw).asBigInteger()));
        }
        return Optional.empty();
    }

    /** What kind of value it is, in an operator's words. */
    String noun() {
        if (type == Duration.class) {
            return "a duration";
        }
        if (type == MemorySize.class) {
            return "a size";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        return type.isPrimitive() || Number.class.isAssignableFrom(type) ? "a whole number" : "a valid value";
    }

    private static void collect(Class<?> group, String prefix, boolean hot, List<Setting> found) {
        for (Method method : group.getDeclaredMethods()) {
            String key = prefix + "." + name(method);
            boolean keyHot = hot || method.isAnnotationPresent(Hot.class);
            Class<?> returned = method.getReturnType();
            if (isGroup(returned)) {
                collect(returned, key, keyHot || isHot(returned), found);
            } else {
                found.add(leaf(method, key, keyHot));
            }
        }
    }

    private static Setting leaf(Method method, String key, boolean hot) {
        WithDefault standard = method.getAnnotation(WithDefault.class);
        Danger danger = method.getAnnotation(Danger.class);
        return new Setting(
                key,
                valueType(method.getGenericReturnType()),
                shape(method.getReturnType()),
                standard == null ? null : standard.value(),
                method.getAnnotation(Bounds.class),
                danger == null ? null : danger.looser(),
                hot);
    }

    private static boolean isGroup(Class<?> type) {
        return type.isInterface()
                && shape(type) == Shape.SINGLE
                && type.getName().startsWith("dev.quintet.");
    }

    private static boolean isHot(Class<?> group) {
        return group.isAnnotationPresent(Hot.class);
    }

    private static String name(Method method) {
        WithName name = method.getAnnotation(WithName.class);
        return name != null ? name.value() : StringUtil.skewer(method.getName());
    }

    private static Shape shape(Class<?> returned) {
        if (returned == Optional.class) {
            return Shape.OPTIONAL;
        }
        if (returned == List.class) {
            return Shape.LIST;
        }
        return returned == Map.class ? Shape.MAP : Shape.SINGLE;
    }

    /** The last type argument: the element of an optional or a list, the value of a map. */
    private static Class<?> valueType(Type returned) {
        if (returned instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            return valueType(arguments[arguments.length - 1]);
        }
        return (Class<?>) returned;
    }
}
