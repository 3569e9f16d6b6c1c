package dev.quintet.shared.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pins the defaults and the keys: operators rely on both. */
class QuintetConfigTest {

    @Test
    void defaultsAreThoseOfTheContract() {
        var config = Configs.of(Map.of()).getConfigMapping(QuintetConfig.class);

        assertThat(config.dataDir()).isEqualTo(Path.of(".quintet/service"));
        assertThat(config.amnesia()).isFalse();
        assertThat(config.drainDeadline()).isEqualTo(Duration.ofSeconds(3));
        assertThat(config.dangerOk()).isFalse();
        assertThat(config.configFile()).isEmpty();
        assertThat(config.configPoll()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.http().bodyMax().asBigInteger()).isEqualTo(BigInteger.valueOf(1 << 20));
        assertThat(config.http().decodedMax().asBigInteger()).isEqualTo(BigInteger.valueOf(8 << 20));
        assertThat(config.http().decodeRatioMax()).isEqualTo(10);
        assertThat(config.http().headerMax().asBigInteger()).isEqualTo(BigInteger.valueOf(16 << 10));
        assertThat(config.http().readTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.http().writeTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.http().idleTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(config.http().deadlineMax()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.http().inflightMax()).isEqualTo(1024);
        assertThat(config.capability().rootKey()).isEmpty();
        assertThat(config.capability().rootKeyFile()).isEmpty();
    }

    @Test
    void everyKeyReachesItsMethod() {
        var values = new LinkedHashMap<String, String>();
        values.put("quintet.data-dir", "/var/lib/quintet");
        values.put("quintet.amnesia", "true");
        values.put("quintet.drain-deadline", "5s");
        values.put("quintet.danger-ok", "true");
        values.put("quintet.config-file", "/etc/quintet.properties");
        values.put("quintet.config-poll", "2s");
        values.put("quintet.http.body-max", "2M");
        values.put("quintet.http.decoded-max", "9M");
        values.put("quintet.http.decode-ratio-max", "11");
        values.put("quintet.http.header-max", "17K");
        values.put("quintet.http.read-timeout", "6s");
        values.put("quintet.http.write-timeout", "7s");
        values.put("quintet.http.idle-timeout", "61s");
        values.put("quintet.http.deadline-max", "8s");
        values.put("quintet.http.inflight-max", "7");
        values.put("quintet.capability.root-key", "k");
        values.put("quintet.capability.root-key-file", "/etc/root.key");
        assertThat(Setting.of(QuintetConfig.class)).extracting(Setting::key).hasSameElementsAs(values.keySet());

        var smallrye = Configs.of(values);
        var config = smallrye.getConfigMapping(QuintetConfig.class);

        assertThat(Audit.of(smallrye, Setting.of(QuintetConfig.class))).isEmpty();
        assertThat(config.dataDir()).isEqualTo(Path.of("/var/lib/quintet"));
        assertThat(config.amnesia()).isTrue();
        assertThat(config.drainDeadline()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.dangerOk()).isTrue();
        assertThat(config.configFile()).contains(Path.of("/etc/quintet.properties"));
        assertThat(config.configPoll()).isEqualTo(Duration.ofSeconds(2));
        assertThat(config.http().bodyMax().asLongValue()).isEqualTo(2 << 20);
        assertThat(config.http().decodedMax().asLongValue()).isEqualTo(9 << 20);
        assertThat(config.http().decodeRatioMax()).isEqualTo(11);
        assertThat(config.http().headerMax().asLongValue()).isEqualTo(17 << 10);
        assertThat(config.http().readTimeout()).isEqualTo(Duration.ofSeconds(6));
        assertThat(config.http().writeTimeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(config.http().idleTimeout()).isEqualTo(Duration.ofSeconds(61));
        assertThat(config.http().deadlineMax()).isEqualTo(Duration.ofSeconds(8));
        assertThat(config.http().inflightMax()).isEqualTo(7);
        assertThat(config.capability().rootKey()).contains("k");
        assertThat(config.capability().rootKeyFile()).contains(Path.of("/etc/root.key"));
    }

    @Test
    void aValueWithAnOrderHasBoundsAndItsDefaultLiesWithin() {
        for (Setting setting : Setting.of(QuintetConfig.class)) {
            if (setting.standard() != null
                    && setting.measure(setting.standard()).isPresent()) {
                assertThat(setting.bounds()).as(setting.key()).isNotNull();
            }
        }
        assertThat(Audit.of(Configs.of(Map.of()), Setting.of(QuintetConfig.class)))
                .isEmpty();
    }
}
