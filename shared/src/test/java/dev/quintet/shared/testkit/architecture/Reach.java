package dev.quintet.shared.testkit.architecture;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Whether a call ends, through our own code, at something of interest. Calls to an interface of ours lead to all its
 * implementations; what a lambda does is left out, because who knows where it runs.
 */
final class Reach {
    private final Predicate<JavaCall<?>> interesting;
    private final Set<JavaCodeUnit> clean = new HashSet<>(); // from these there is no way

    Reach(Predicate<JavaCall<?>> interesting) {
        this.interesting = interesting;
    }

    /** The way from {@code call} to what was looked for; empty when there is none. */
    Optional<String> from(JavaCall<?> call) {
        return settle(seen -> step(call, seen));
    }

    /** The way from the body of {@code unit}. */
    Optional<String> from(JavaCodeUnit unit) {
        return settle(seen -> search(unit, seen));
    }

    private Optional<String> settle(Function<Set<JavaCodeUnit>, Optional<String>> search) {
        Set<JavaCodeUnit> seen = new HashSet<>();
        Optional<String> way = search.apply(seen);
        if (way.isEmpty()) {
            clean.addAll(seen);
        }
        return way;
    }

    private Optional<String> search(JavaCodeUnit unit, Set<JavaCodeUnit> seen) {
        if (clean.contains(unit) || !seen.add(unit)) {
            return Optional.empty();
        }
        return unit.getCallsFromSelf().stream()
                .filter(call -> !call.isDeclaredInLambda())
                .map(call -> step(call, seen))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<String> step(JavaCall<?> call, Set<JavaCodeUnit> seen) {
        if (interesting.test(call)) {
            return Optional.of(name(call));
        }
        return targets(call).stream()
                .map(target -> search(target, seen))
                .flatMap(Optional::stream)
                .map(way -> name(call) + " → " + way)
                .findFirst();
    }

    private static Set<JavaCodeUnit> targets(JavaCall<?> call) {
        Set<JavaCodeUnit> targets = new LinkedHashSet<>();
        call.getTarget().resolveMember().ifPresent(member -> {
            JavaCodeUnit unit = (JavaCodeUnit) member;
            if (unit.getOwner().getName().startsWith("dev.quintet.")) {
                targets.add(unit);
                if (unit instanceof JavaMethod) {
                    overrides(unit, targets);
                }
            }
        });
        return targets;
    }

    private static void overrides(JavaCodeUnit unit, Set<JavaCodeUnit> into) {
        String[] parameters =
                unit.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new);
        for (JavaClass subclass : unit.getOwner().getAllSubclasses()) {
            subclass.tryGetMethod(unit.getName(), parameters).ifPresent(into::add);
        }
    }

    private static String name(JavaCall<?> call) {
        return call.getTargetOwner().getSimpleName() + "." + call.getName() + "()";
    }
}
