package dev.quintet.shared.testkit.architecture;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A lock guards memory only: between {@code lock()} and the {@code unlock()} that follows it in the same method, nothing
 * may wait and nothing may be subscribed to, directly or through our own code.
 */
final class LockRules {
    private static final Set<String> LOCKING = Set.of("lock", "lockInterruptibly", "tryLock", "readLock", "writeLock");
    private static final Set<String> SUBSCRIBING =
            Set.of("io.smallrye.mutiny.groups.UniSubscribe", "io.smallrye.mutiny.groups.MultiSubscribe");

    private LockRules() {}

    static List<String> violations(JavaClasses classes, String base) {
        var reach = new Reach(call -> Waiting.test(call) || subscribes(call));
        List<String> lines = new ArrayList<>();
        for (var type : classes) {
            if (type.getPackageName().startsWith(base)) {
                type.getCodeUnits().forEach(unit -> check(unit, reach, lines));
            }
        }
        return lines;
    }

    private static void check(JavaCodeUnit unit, Reach reach, List<String> lines) {
        if (unit.getModifiers().contains(JavaModifier.SYNCHRONIZED)) {
            lines.add(unit.getFullName()
                    + " is synchronized: use a channel, an atomic or a lock that guards memory only");
        }
        var locks = new TreeSet<Integer>();
        var unlocks = new TreeSet<Integer>();
        for (JavaCall<?> call : unit.getCallsFromSelf()) {
            if (call.getTargetOwner().getPackageName().equals("java.util.concurrent.locks")) {
                if (LOCKING.contains(call.getName())) {
                    locks.add(call.getLineNumber());
                } else if (call.getName().equals("unlock")) {
                    unlocks.add(call.getLineNumber());
                }
            }
        }
        for (JavaCall<?> call : unit.getCallsFromSelf()) {
            Integer lock = locks.lower(call.getLineNumber());
            Integer unlock = lock == null ? null : unlocks.higher(lock);
            if (unlock != null && call.getLineNumber() < unlock && !call.isDeclaredInLambda()) {
                reach.from(call)
                        .ifPresent(way -> lines.add(unit.getFullName() + " holds a lock in line " + call.getLineNumber()
                                + " over " + way + ": do that after unlocking"));
            }
        }
    }

    private static boolean subscribes(JavaCall<?> call) {
        return SUBSCRIBING.contains(call.getTargetOwner().getName());
    }
}
