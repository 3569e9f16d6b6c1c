package dev.quintet.shared.http;

import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.core.Context;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Provider;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Interrupts the thread of an {@link Interruptible} method at the request's deadline, and never a moment later. */
@Provider
public class BlockedWork implements DynamicFeature {
    private static final String KEY = "quintet.work";

    private final CurrentVertxRequest request;

    BlockedWork(CurrentVertxRequest request) {
        this.request = request;
    }

    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        if (resource.getResourceMethod().isAnnotationPresent(Interruptible.class)
                || resource.getResourceClass().isAnnotationPresent(Interruptible.class)) {
            context.register(new Bracket());
        }
    }

    /** Interrupts the work on this request if it is still going on. Any thread. */
    static void cancel(RoutingContext routing) {
        Work work = routing.get(KEY);
        if (work != null) {
            work.interrupt();
        }
    }

    /** Filters of a blocking method run on its thread: one before it, one after it, also when it failed. */
    @Priority(Priorities.USER)
    private final class Bracket implements ContainerRequestFilter, ContainerResponseFilter {
        @Override
        public void filter(ContainerRequestContext context) {
            if (!Context.isOnEventLoopThread()) {
                request.getCurrent().put(KEY, new Work(Thread.currentThread()));
            }
        }

        @Override
        public void filter(ContainerRequestContext context, ContainerResponseContext response) {
            Work work = request.getCurrent().get(KEY);
            if (work != null) {
                work.end();
            }
        }
    }

    private static final class Work {
        private final ReentrantLock lock = new ReentrantLock();
        private @Nullable Thread thread; // guarded by lock

        Work(Thread thread) {
            this.thread = thread;
        }

        // Under the lock: once end() has returned, a thread that went back to its pool is left alone.
        void interrupt() {
            lock.lock();
            try {
                if (thread != null) {
                    thread.interrupt();
                    thread = null;
                }
            } finally {
                lock.unlock();
            }
        }

        void end() {
            lock.lock();
            try {
                boolean interrupted = thread == null;
                thread = null;
                if (interrupted) {
                    Thread.interrupted(); // It was meant for the work that is over.
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
