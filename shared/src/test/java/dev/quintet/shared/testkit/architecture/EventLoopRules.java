package dev.quintet.shared.testkit.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A method of a resource that Quarkus calls on an event loop, because it says {@code @NonBlocking} or returns a
 * {@code Uni} or {@code Multi}, reaches nothing that waits.
 */
final class EventLoopRules {
    private static final String NON_BLOCKING = "io.smallrye.common.annotation.NonBlocking";
    private static final List<String> ELSEWHERE =
            List.of("io.smallrye.common.annotation.Blocking", "io.smallrye.common.annotation.RunOnVirtualThread");
    private static final Set<String> ENTRIES = Set.of(
            "jakarta.ws.rs.GET",
            "jakarta.ws.rs.HEAD",
            "jakarta.ws.rs.POST",
            "jakarta.ws.rs.PUT",
            "jakarta.ws.rs.PATCH",
            "jakarta.ws.rs.DELETE",
            "io.quarkus.vertx.web.Route");
    private static final Set<String> REACTIVE = Set.of("io.smallrye.mutiny.Uni", "io.smallrye.mutiny.Multi");

    private EventLoopRules() {}

    static List<String> violations(JavaClasses classes, String base) {
        var reach = new Reach(Waiting::test);
        List<String> lines = new ArrayList<>();
        for (JavaClass type : classes) {
            if (type.getPackageName().startsWith(base)) {
                for (JavaMethod method : type.getMethods()) {
                    if (onEventLoop(method)) {
                        reach.from(method)
                                .ifPresent(way -> lines.add(method.getFullName()
                                        + " runs on an event loop and reaches " + way
                                        + ": annotate it with @RunOnVirtualThread or make that asynchronous"));
                    }
                }
            }
        }
        return lines;
    }

    private static boolean onEventLoop(JavaMethod method) {
        if (ENTRIES.stream().noneMatch(method::isAnnotatedWith)
                || ELSEWHERE.stream().anyMatch(method::isAnnotatedWith)) {
            return false;
        }
        if (method.isAnnotatedWith(NON_BLOCKING)) {
            return true;
        }
        JavaClass owner = method.getOwner();
        return ELSEWHERE.stream().noneMatch(owner::isAnnotatedWith)
                && (owner.isAnnotatedWith(NON_BLOCKING)
                        || REACTIVE.contains(method.getRawReturnType().getName()));
    }
}
