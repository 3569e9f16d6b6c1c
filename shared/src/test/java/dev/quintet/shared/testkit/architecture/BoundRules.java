package dev.quintet.shared.testkit.architecture;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Queues, executors and Mutiny operators without a bound; the kit's own, {@code shared.flow}, is where they are tamed. */
final class BoundRules {
    private static final String KIT = "dev.quintet.shared.flow";
    private static final Set<String> QUEUES_WITHOUT_BOUND = Set.of(
            "java.util.concurrent.ConcurrentLinkedQueue",
            "java.util.concurrent.ConcurrentLinkedDeque",
            "java.util.concurrent.LinkedTransferQueue",
            "java.util.concurrent.PriorityBlockingQueue",
            "java.util.concurrent.DelayQueue");
    private static final Set<String> QUEUES_BOUNDED_BY_ARGUMENT =
            Set.of("java.util.concurrent.LinkedBlockingQueue", "java.util.concurrent.LinkedBlockingDeque");
    private static final Set<String> EXECUTORS = Set.of(
            "java.util.concurrent.ThreadPoolExecutor",
            "java.util.concurrent.ScheduledThreadPoolExecutor",
            "java.util.concurrent.ForkJoinPool",
            "java.util.Timer",
            "java.lang.Thread");
    private static final Map<String, Set<String>> METHODS = Map.of(
            "java.lang.Thread", Set.of("ofVirtual", "ofPlatform", "startVirtualThread"),
            "io.smallrye.mutiny.Multi", Set.of("onOverflow", "emitOn", "cache"),
            "io.smallrye.mutiny.groups.MultiCreate", Set.of("emitter"),
            "io.smallrye.mutiny.groups.MultiOverflow", Set.of("buffer"));
    private static final Set<String> OWNERS = Set.of(
            "java.util.concurrent.Executors",
            "io.smallrye.mutiny.operators.multi.processors.UnicastProcessor",
            "io.smallrye.mutiny.operators.multi.processors.BroadcastProcessor");

    private BoundRules() {}

    static List<String> violations(JavaClasses classes, String base) {
        List<String> lines = new ArrayList<>();
        for (var type : classes) {
            if (type.getPackageName().startsWith(base) && !type.getPackageName().startsWith(KIT)) {
                type.getCodeUnits().stream()
                        .flatMap(unit -> unit.getCallsFromSelf().stream())
                        .filter(BoundRules::unbounded)
                        .forEach(call -> lines.add(call.getDescription()
                                + ": declare a channel in the ChannelRegistry, or run it under the Supervisor"));
            }
        }
        return lines;
    }

    private static boolean unbounded(JavaCall<?> call) {
        String owner = call.getTargetOwner().getName();
        boolean withoutArguments = call.getTarget().getRawParameterTypes().isEmpty();
        return switch (call) {
            case JavaConstructorCall _ ->
                QUEUES_WITHOUT_BOUND.contains(owner)
                        || EXECUTORS.contains(owner)
                        || (QUEUES_BOUNDED_BY_ARGUMENT.contains(owner) && withoutArguments);
            case JavaMethodCall _ ->
                OWNERS.contains(owner)
                        || METHODS.getOrDefault(owner, Set.of()).contains(call.getName())
                        || onTheCommonPool(call);
            default -> false;
        };
    }

    /** {@code CompletableFuture.runAsync} and its like without an executor share a pool that nobody drains. */
    private static boolean onTheCommonPool(JavaCall<?> call) {
        return call.getTargetOwner().getName().equals("java.util.concurrent.CompletableFuture")
                && call.getName().endsWith("Async")
                && call.getTarget().getRawParameterTypes().stream()
                        .noneMatch(type -> type.isAssignableTo("java.util.concurrent.Executor"));
    }
}
