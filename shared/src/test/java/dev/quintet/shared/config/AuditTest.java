package dev.quintet.shared.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.config.Problem.Reason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditTest {
    private static final List<Setting> SETTINGS = Setting.of(QuintetConfig.class);

    @ParameterizedTest
    @CsvSource({
        "quintet.http.body-max, 1024, true",
        "quintet.http.body-max, 1023, false",
        "quintet.http.body-max, 1048576, true",
        "quintet.http.decode-ratio-max, 0, false",
        "quintet.http.decode-ratio-max, 1, true",
        "quintet.http.decode-ratio-max, -1, false",
        "quintet.http.inflight-max, 0, false",
        "quintet.http.inflight-max, 1, true",
        "quintet.http.inflight-max, 2147483648, false",
        "quintet.drain-deadline, 999ms, false",
        "quintet.drain-deadline, 1s, true",
        "quintet.drain-deadline, 1001ms, true",
        "quintet.drain-deadline, 4999ms, true",
        "quintet.drain-deadline, 5s, true",
        "quintet.drain-deadline, 5001ms, false",
        "quintet.http.idle-timeout, 10m, true",
        "quintet.http.idle-timeout, 601s, false",
    })
    void boundsAreInclusive(String key, String value, boolean accepted) {
        assertThat(audit("test", Map.of(key, value)).isEmpty()).isEqualTo(accepted);
    }

    @Test
    void theLineNamesKeyValueAndRange() {
        assertThat(audit("test", Map.of("quintet.drain-deadline", "6s")))
                .containsExactly(new Problem(
                        Reason.INVALID,
                        "quintet.drain-deadline: \"6s\" is out of range; allowed 1s to 5s (default 3s)"));
    }

    @Test
    void everyBadValueHasItsOwnLine() {
        assertThat(audit("test", Map.of("quintet.drain-deadline", "6s", "quintet.http.inflight-max", "0")))
                .hasSize(2);
    }

    @Test
    void aMisspeltFlagIsNotSilentlyFalse() {
        assertThat(audit("test", Map.of("quintet.amnesia", "ture")))
                .extracting(Problem::line)
                .containsExactly("quintet.amnesia: \"ture\" is not true or false (default false)");
    }

    @Test
    void anExpressionThatNamesNothingIsALine() {
        assertThat(audit("test", Map.of("quintet.capability.root-key-file", "${nowhere}")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.line()).contains("root-key-file", "nowhere"));
    }

    @ParameterizedTest
    @CsvSource({
        // profile, danger-ok, value, accepted: the default itself is never a danger, one more always is.
        "local, false, 1048576, true",
        "local, false, 1048577, false",
        "local, true, 1048577, true",
        "local, true, 64M, true",
        "local, true, 65M, false",
        "prod, true, 1048576, true",
        "prod, true, 1048577, false",
        "prod, false, 1048575, true",
    })
    void looseningASafetyLimitNeedsConsentAndIsNeverAllowedInProduction(
            String profile, String consent, String value, boolean accepted) {
        var problems = audit(profile, Map.of("quintet.danger-ok", consent, "quintet.http.body-max", value));

        assertThat(problems.isEmpty()).isEqualTo(accepted);
    }

    @Test
    void theDangerLineSaysHowToConsent() {
        assertThat(audit("local", Map.of("quintet.http.inflight-max", "1025")))
                .containsExactly(new Problem(
                        Reason.DANGER,
                        "quintet.http.inflight-max: \"1025\" is looser than the safe default 1024; allowed only with"
                                + " quintet.danger-ok=true; allowed 1 to 65536 (default 1024)"));
    }

    @Test
    void anUnknownKeyIsRefusedUnlessItBelongsToAnotherService() {
        var config = Configs.of(Map.of(
                "quintet.http.body-mx", "1M",
                "%prod.quintet.amnesa", "true",
                "quintet.wallet.anything", "1",
                "quintet.walet.channels.work", "1",
                "other.key", "1"));

        assertThat(UnknownKeys.of(config, SETTINGS))
                .extracting(Problem::line)
                .containsExactly(
                        "quintet.amnesa: no such setting; docs/configuration.md lists them all",
                        "quintet.http.body-mx: no such setting; docs/configuration.md lists them all",
                        "quintet.walet.channels.work: no such setting; docs/configuration.md lists them all");
    }

    private static List<Problem> audit(String profile, Map<String, String> values) {
        return Audit.of(Configs.raw(profile, values), SETTINGS);
    }
}
