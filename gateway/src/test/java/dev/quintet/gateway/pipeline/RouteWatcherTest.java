package dev.quintet.gateway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.gateway.client.RegistryClient;
import dev.quintet.gateway.domain.route.Route;
import dev.quintet.gateway.domain.route.RouteTable;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RouteWatcherTest {
    private static final String VALID = "{\"path_prefix\":\"/o\",\"upstream\":\"storage\",\"cost\":%d}";
    private static final String OTHER = "{\"path_prefix\":\"/p\",\"upstream\":\"storage\",\"methods\":[\"GET\"]}";
    private static final String FAULTY = "{\"path_prefix\":\"/x\",\"upstream\":\"nowhere\"}";
    private static final String UNKNOWN_MEMBER = "{\"path_prefix\":\"/x\",\"upstream\":\"storage\",\"admin\":true}";

    private final FakeRegistry registry = new FakeRegistry();
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private volatile List<Route> inForce = List.of();
    private final Thread watching = Thread.ofVirtual().unstarted(watcher()::run);

    @BeforeEach
    void start() throws Exception {
        registry.commit(VALID.formatted(3), OTHER);
        watching.start();
        assertThat(next()).isEqualTo("swapped 1");
    }

    @AfterEach
    void stop() throws Exception {
        watching.interrupt();
        watching.join();
        registry.close();
    }

    @Test
    void takesTheRoutesThatAreThereAndThoseThatCome() throws Exception {
        assertThat(inForce).extracting(Route::pathPrefix).containsExactly("/o", "/p");

        registry.commit(VALID.formatted(9));

        assertThat(next()).isEqualTo("swapped 2");
        assertThat(inForce).extracting(Route::cost).containsExactly(9);
    }

    @Test
    void aFaultySetChangesNothingUntilItIsMended() throws Exception {
        registry.commit(VALID.formatted(4), FAULTY);
        assertThat(next()).isEqualTo("refused 2");
        registry.commit(VALID.formatted(4), UNKNOWN_MEMBER);
        assertThat(next()).isEqualTo("refused 3");
        assertThat(inForce).extracting(Route::cost).contains(3);

        registry.commit(VALID.formatted(5));

        assertThat(next()).isEqualTo("swapped 4");
        assertThat(inForce).extracting(Route::cost).containsExactly(5);
    }

    @Test
    void aRegistryThatIsAwayKeepsTheLastRoutesAndIsFoundAgain() throws Exception {
        for (int restart = 0; restart < 3; restart++) {
            // Given
            registry.stop();
            String news = next();
            while (!news.equals("away")) {
                news = next();
            }
            assertThat(inForce).isNotEmpty();

            // When: commits that no event told.
            registry.commit(VALID.formatted(10 + restart));
            registry.restart();

            // Then
            do {
                news = next();
            } while (news.equals("away"));
            assertThat(news).startsWith("swapped");
            assertThat(inForce).extracting(Route::cost).containsExactly(10 + restart);
        }
    }

    private String next() throws InterruptedException {
        String moment = told.poll(60, TimeUnit.SECONDS);
        return moment == null ? "silence" : moment;
    }

    private RouteWatcher watcher() {
        return new RouteWatcher(new RegistryClient(registry.url()), this::swap, new RouteWatcher.Moments() {
            @Override
            public void swapped(long version, int count) {
                told.add("swapped " + version);
            }

            @Override
            public void refused(long version, String reason) {
                told.add("refused " + version);
            }

            @Override
            public void away() {
                told.add("away");
            }
        });
    }

    private void swap(List<Route> routes) {
        RouteTable.of(List.of(), routes, Set.of("storage"));
        inForce = routes;
    }
}
