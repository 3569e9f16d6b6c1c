package dev.quintet.shared.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.quarkus.runtime.QuarkusBindException;
import java.net.BindException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BootTest {
    private static final List<Setting> SETTINGS = Setting.of(QuintetConfig.class);

    /** Also pins the wording of SmallRye's message, which an upgrade could change. */
    @Test
    void aValueTheMappingCannotHoldIsNamedWithItsRange() {
        Throwable failure = catchThrowable(
                () -> Configs.of(Map.of("quintet.http.inflight-max", "many", "quintet.http.read-timeout", "soon")));

        assertThat(Boot.explain(failure, SETTINGS))
                .containsExactlyInAnyOrder(
                        "quintet.http.inflight-max: \"many\" is not a whole number; allowed 1 to 65536 (default 1024)",
                        "quintet.http.read-timeout: \"soon\" is not a duration; allowed 100ms to 60s (default 5s)");
    }

    @Test
    void aRefusalIsItsOwnLines() {
        assertThat(Boot.explain(new StartRefusedException("one\ntwo"), SETTINGS))
                .containsExactly("one", "two");
    }

    @Test
    void aTakenPortIsNamed() {
        assertThat(Boot.explain(new QuarkusBindException("0.0.0.0", 8081, new BindException("in use")), SETTINGS))
                .containsExactly("port 8081 on 0.0.0.0 is taken by another process");
    }

    @Test
    void anythingElseKeepsItsStackTrace() {
        assertThat(Boot.explain(new IllegalStateException("a bug"), SETTINGS)).isEmpty();
    }
}
