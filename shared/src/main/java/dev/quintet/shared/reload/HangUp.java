package dev.quintet.shared.reload;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Hears SIGHUP. {@code sun.misc.Signal} is the only way the JDK offers, and is reached by reflection because javac's
 * warning about it can be neither suppressed nor reconciled with -Werror; META-INF/native-image registers what is used.
 */
final class HangUp {
    private HangUp() {}

    /** Runs the action, which must not block, at each SIGHUP from now on; false on a system without that signal. */
    static boolean onSignal(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy =
                    Proxy.newProxyInstance(HangUp.class.getClassLoader(), new Class<?>[] {handler}, (_, _, _) -> {
                        action.run();
                        return null;
                    });
            Object hangUp = signal.getConstructor(String.class).newInstance("HUP");
            signal.getMethod("handle", signal, handler).invoke(null, hangUp, proxy);
            return true;
        } catch (InvocationTargetException unknownSignal) {
            return false;
        } catch (ReflectiveOperationException missing) {
            throw new LinkageError("the JDK lost sun.misc.Signal", missing);
        }
    }
}
