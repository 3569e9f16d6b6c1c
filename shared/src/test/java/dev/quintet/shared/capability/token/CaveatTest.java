package dev.quintet.shared.capability.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaveatTest {

    @Test
    void readsEachKind() {
        assertThat(Caveat.parse("scope in wallet:read,wallet:burn"))
                .isEqualTo(new Caveat.ScopeIn(Set.of("wallet:burn", "wallet:read")));
        assertThat(Caveat.parse("tenant = t1")).isEqualTo(new Caveat.TenantIs("t1"));
        assertThat(Caveat.parse("account = user:a/b_c.d-e")).isEqualTo(new Caveat.AccountIs("user:a/b_c.d-e"));
        assertThat(Caveat.parse("asset = ron")).isEqualTo(new Caveat.AssetIs("ron"));
        assertThat(Caveat.parse("path_prefix = /v1/holds")).isEqualTo(new Caveat.PathPrefix("/v1/holds"));
        assertThat(Caveat.parse("before = 2026-01-02T03:04:05Z"))
                .isEqualTo(new Caveat.Before(Instant.parse("2026-01-02T03:04:05Z")));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-02T03:04:05.5Z, 2026-01-02T03:04:05.500Z",
        "2026-01-02T03:04:05.123456789Z, 2026-01-02T03:04:05.123456789Z",
        "2026-01-02T03:04:05+02:00, 2026-01-02T01:04:05Z",
        "2026-01-02T03:04:05-05:30, 2026-01-02T08:34:05Z",
        "2024-02-29T00:00:00Z, 2024-02-29T00:00:00Z"
    })
    void readsTimesOfRfc3339(String text, Instant expected) {
        assertThat(Caveat.parse("before = " + text)).isEqualTo(new Caveat.Before(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "scope",
                "scope in",
                "scope in ",
                "scope in a",
                "scope in a:",
                "scope in :b",
                "scope in a:b,",
                "scope in a:b, a:c",
                "scope in ,a:b",
                "scope in A:b",
                "scope in a:b:c",
                "scope  in a:b",
                "SCOPE in a:b",
                "scope = a:b",
                "tenant = ",
                "tenant = a b",
                "tenant == a",
                " tenant = a",
                "tenant = a ",
                "tenant in a",
                "account = a%2fb",
                "asset = RON",
                "asset = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "path_prefix = v1",
                "path_prefix = /v1/",
                "path_prefix = /v1//a",
                "path_prefix = /v1/..",
                "path_prefix = /%2e%2e",
                "path_prefix = ",
                "before = ",
                "before = 2026-01-02",
                "before = 2026-01-02T03:04Z",
                "before = 2026-01-02T03:04:05",
                "before = 2026-01-02T03:04:05.Z",
                "before = 2026-13-02T03:04:05Z",
                "before = 2026-02-30T03:04:05Z",
                "before = 2026-01-02T03:04:60Z",
                "before = 2026-01-02T24:00:00Z",
                "before = 2026-01-02t03:04:05Z",
                "before = 2026-01-02T03:04:05z",
                "before = 2026-01-02 03:04:05Z",
                "before = 2026-01-02T03:04:05.1234567890Z",
                "before = 2026-01-02T03:04:05+0200",
                "before = 2026-01-02T03:04:05+19:00",
                "before = 2026-01-02T03:04:05Zx",
                "before = 1700000000",
                "after = 2026-01-02T03:04:05Z",
                "tenants = a"
            })
    void refusesWhatIsNotToTheLetter(String text) {
        assertThatExceptionOfType(RefusedTokenException.class)
                .isThrownBy(() -> Caveat.parse(text))
                .extracting(RefusedTokenException::refusal)
                .isEqualTo(Refusal.UNKNOWN_CAVEAT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/a%2fb", "/v1/%2E%2e/x", "/v1/%2e", "/v1/./a", "/v1/a/..", "//v1", "/v1//a", "/v1/a\\b", "/v1/%5c",
                "/v1;a=b/c", "/v1/%3b", "/v1/%00", "/v1/%0a", "/v1/%", "/v1/%4", "/v1/%zz", "/v1/%61", "/v1/%7E",
                "/v1/%252e", "/v1/a b", "/v1/\u00e9", "/v1?x", "/v1#x", "v1/a", "", "/%76%31/a"
            })
    void aPathThatCouldBeReadInTwoWaysLiesUnderNoPrefix(String path) {
        assertThat(RequestPath.isUnder("/v1", path)).isFalse();
        assertThat(RequestPath.isUnder("/", path)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/v1", "/v1/", "/v1/a", "/v1/a%20b", "/v1/%C3%A9", "/v1/...", "/v1/a.b", "/v1/b3:00", "/v1/~x"})
    void ordinaryPathsLieUnderTheirPrefix(String path) {
        assertThat(RequestPath.isUnder("/v1", path)).isTrue();
        assertThat(RequestPath.isUnder("/", path)).isTrue();
        assertThat(RequestPath.isUnder("/v", path)).isFalse();
        assertThat(RequestPath.isUnder("/v1/a/b", path)).isFalse();
    }
}
