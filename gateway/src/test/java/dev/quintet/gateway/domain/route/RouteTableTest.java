package dev.quintet.gateway.domain.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quintet.gateway.domain.route.Route.Limits;
import dev.quintet.gateway.domain.route.Upstreams.Address;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteTableTest {
    private static final Set<String> UPSTREAMS = Set.of("storage", "wallet");

    private final RouteTable table = RouteTable.of(
            List.of(route("/o", "storage"), route("/v1", "wallet"), route("/o/deep/er", "wallet")),
            List.of(),
            UPSTREAMS);

    @ParameterizedTest
    @CsvSource({
        "/o, /o",
        "/o/, /o",
        "/o/b3:00, /o",
        "/o/deep, /o",
        "/o/deep/err, /o",
        "/o/deep/er, /o/deep/er",
        "/o/deep/er/x, /o/deep/er",
        "/v1/accounts, /v1",
        "/other, ",
        "/, ",
        "o, ",
        "'', ",
        "/O, ",
    })
    void theLongestPrefixThatEndsAtASlashWins(String path, String prefix) {
        var match = table.match(path);

        assertThat(match == null ? null : match.pathPrefix()).isEqualTo(prefix);
    }

    @Test
    void theRegistrysRoutesTakeThePlaceOfConfiguredOnes() {
        var swapped = RouteTable.of(table.routes(), List.of(route("/v1", "storage")), UPSTREAMS);

        assertThat(swapped.routes()).hasSize(3);
        assertThat(swapped.match("/v1/x")).extracting(Route::upstream).isEqualTo("storage");
    }

    @Test
    void aTableIsTakenWholeOrNotAtAll() {
        assertThatThrownBy(() -> RouteTable.of(List.of(route("/a", "nowhere")), List.of(), UPSTREAMS))
                .hasMessageContaining("nowhere");
        assertThatThrownBy(() ->
                        RouteTable.of(List.of(), List.of(route("/a", "wallet"), route("/a", "storage")), UPSTREAMS))
                .hasMessageContaining("/a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "o", "/o/", "//o", "/o/../x", "/o/.", "/%2e", "/o?x", "/ö"})
    void aPrefixThatIsNoPlainPathIsRefused(String prefix) {
        assertThatThrownBy(() -> route(prefix, "storage")).isInstanceOf(RouteException.class);
    }

    @Test
    void methodsAndCostAreChecked() {
        assertThatThrownBy(() -> new Route("/o", "storage", Set.of("BREW"), 1, false, Limits.NONE))
                .isInstanceOf(RouteException.class);
        assertThatThrownBy(() -> new Route("/o", "storage", Set.of("GET"), 0, false, Limits.NONE))
                .isInstanceOf(RouteException.class);
    }

    @Test
    void addressesAreHostAndPort() {
        assertThat(Address.parse("http://127.0.0.1:8082")).isEqualTo(new Address("127.0.0.1", 8082));
        assertThat(Address.parse("storage-1:80/")).isEqualTo(new Address("storage-1", 80));
        assertThatThrownBy(() -> Address.parse("https://storage")).isInstanceOf(RouteException.class);
        assertThatThrownBy(() -> Address.parse("storage:99999")).isInstanceOf(RouteException.class);
    }

    private static Route route(String prefix, String upstream) {
        return new Route(prefix, upstream, Set.of("GET", "POST"), 1, false, Limits.NONE);
    }
}
