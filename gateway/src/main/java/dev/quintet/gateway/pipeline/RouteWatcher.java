package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.client.RegistryClient;
import dev.quintet.gateway.client.RegistryStream;
import dev.quintet.gateway.domain.route.Route;
import dev.quintet.gateway.domain.route.RouteException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Keeps the routes as the registry has them: listens for commits, and compares heads whenever it hears of one, when it has
 * just connected and twice a minute in any case, so that a lost event costs half a minute at most. A registry that is
 * away, or a set of routes with a fault, changes nothing: the last good ones stay in force.
 */
final class RouteWatcher {
    private static final Logger LOG = Logger.getLogger(RouteWatcher.class);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration COMPARE = Duration.ofSeconds(30);
    private static final long PAUSE_MIN_MILLIS = 100;
    private static final long PAUSE_MAX_MILLIS = 5_000;

    private final RegistryClient registry;
    private final Consumer<List<Route>> routes;
    private final Moments moments;
    private long known = -1;
    private long pause = PAUSE_MIN_MILLIS;

    /** What others want to know about it. */
    interface Moments {
        /** The routes of a version are in force. */
        void swapped(long version, int count);

        /** Those of a version are not, and why. */
        void refused(long version, String reason);

        /** The registry could not be asked; it is tried again. */
        void away();
    }

    RouteWatcher(RegistryClient registry, Consumer<List<Route>> routes, Moments moments) {
        this.registry = registry;
        this.routes = routes;
        this.moments = moments;
    }

    /** Until interrupted. */
    void run() {
        while (!Thread.currentThread().isInterrupted()) {
            try (var stream = registry.listen()) {
                follow(stream);
            } catch (IOException e) {
                LOG.debugf("the registry is away: %s", e.getMessage());
                moments.away();
                rest();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Looks at the head after every event, and now and then without one. */
    private void follow(RegistryStream stream) throws IOException, InterruptedException {
        compare();
        pause = PAUSE_MIN_MILLIS;
        long compared = System.nanoTime();
        while (stream.alive()) {
            boolean due = System.nanoTime() - compared > COMPARE.toNanos();
            if (stream.changed(LOOK) || due) {
                compare();
                compared = System.nanoTime();
            }
        }
        throw new IOException("the stream ended");
    }

    private void compare() throws IOException, InterruptedException {
        long head = registry.head();
        if (head == known) {
            return;
        }
        try {
            var read = registry.routes(head);
            routes.accept(read);
            moments.swapped(head, read.size());
        } catch (RouteException e) {
            LOG.warnf("the routes of registry version %d are refused, the old ones stay: %s", head, e.getMessage());
            moments.refused(head, String.valueOf(e.getMessage()));
        }
        known = head;
    }

    /** Between half of the pause and all of it, so that replicas do not return together; doubles to five seconds. */
    private void rest() {
        long millis = ThreadLocalRandom.current().nextLong(pause / 2, pause + 1);
        pause = Math.min(PAUSE_MAX_MILLIS, pause * 2);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
