package dev.quintet.shared.testkit.architecture;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Map;
import java.util.Set;

/** The calls that keep their thread: waiting for another thread, the disk or the network. */
final class Waiting {
    private static final Set<String> ANY = Set.of();

    /** By the type that declares the method; {@link #ANY} stands for all its methods. */
    private static final Map<String, Set<String>> CALLS = Map.ofEntries(
            Map.entry("java.lang.Thread", Set.of("sleep", "join")),
            Map.entry("java.lang.Object", Set.of("wait")),
            Map.entry("java.lang.Process", Set.of("waitFor")),
            Map.entry("java.util.concurrent.Future", Set.of("get")),
            Map.entry("java.util.concurrent.CompletableFuture", Set.of("get", "join")),
            Map.entry("java.util.concurrent.CountDownLatch", Set.of("await")),
            Map.entry("java.util.concurrent.CyclicBarrier", Set.of("await")),
            Map.entry("java.util.concurrent.Semaphore", Set.of("acquire", "acquireUninterruptibly")),
            Map.entry("java.util.concurrent.BlockingQueue", Set.of("put", "take")),
            Map.entry("java.util.concurrent.ExecutorService", Set.of("invokeAll", "invokeAny", "awaitTermination")),
            Map.entry("io.smallrye.mutiny.groups.UniAwait", ANY),
            Map.entry("io.smallrye.mutiny.groups.UniAwaitOptional", ANY),
            Map.entry("java.net.http.HttpClient", Set.of("send")),
            Map.entry("java.net.Socket", Set.of("connect")),
            Map.entry("java.sql.Statement", ANY),
            Map.entry("java.sql.Connection", Set.of("commit", "rollback")),
            Map.entry("java.nio.file.Files", ANY),
            Map.entry("java.nio.channels.FileChannel", Set.of("open", "read", "write", "force", "transferTo")),
            Map.entry("dev.quintet.shared.flow.BoundedChannel", Set.of("sendBlocking")));

    private Waiting() {}

    static boolean test(JavaCall<?> call) {
        JavaClass owner = call.getTargetOwner();
        return waits(owner, call.getName())
                || owner.getAllRawSuperclasses().stream().anyMatch(type -> waits(type, call.getName()))
                || owner.getAllRawInterfaces().stream().anyMatch(type -> waits(type, call.getName()));
    }

    private static boolean waits(JavaClass owner, String method) {
        Set<String> methods = CALLS.get(owner.getName());
        return methods != null && (methods.isEmpty() || methods.contains(method));
    }
}
