package dev.quintet.shared.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.quintet.shared.capability.token.RootKeyException;
import dev.quintet.shared.capability.token.RootKeyFile;
import dev.quintet.shared.capability.token.RootKeys;
import dev.quintet.shared.config.QuintetConfig;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.microprofile.config.spi.Converter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootKeySourceTest {
    @TempDir
    private Path data;

    @Test
    void theServicesOfOneDataFolderShareADevelopmentKey() {
        // When
        RootKeys wallet =
                source(Map.of("quintet.data-dir", data + "/wallet"), false).load();
        RootKeys gateway =
                source(Map.of("quintet.data-dir", data + "/gateway"), false).load();

        // Then
        assertThat(wallet.minting().id())
                .startsWith("dev-")
                .isEqualTo(gateway.minting().id());
        assertThat(data.resolve("dev/root.key")).isRegularFile();
    }

    @Test
    void createsTheNamedFileInDevelopment() {
        Path file = data.resolve("elsewhere/root.key");

        assertThat(source(Map.of("quintet.capability.root-key-file", file.toString()), false)
                        .load()
                        .minting()
                        .id())
                .startsWith("dev-");
    }

    @Test
    void neverCreatesAKeyInProduction() {
        // Given
        Path file = data.resolve("root.key");

        // Then
        assertThatExceptionOfType(RootKeyException.class)
                .isThrownBy(() -> source(Map.of("quintet.capability.root-key-file", file.toString()), true)
                        .load())
                .withMessage("root key file " + file + " does not exist");
        assertThatExceptionOfType(RootKeyException.class)
                .isThrownBy(() -> source(Map.of("quintet.data-dir", data + "/wallet"), true)
                        .load());
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void theValueInTheConfigurationWinsOverTheFile() {
        // Given
        RootKeySource source = source(
                Map.of(
                        "quintet.capability.root-key",
                        "k1:" + Tokens.SECRET,
                        "quintet.capability.root-key-file",
                        data.resolve("root.key").toString()),
                true);

        // Then
        assertThat(source.load().minting().id()).isEqualTo("k1");
        assertThat(source.file()).isEmpty();
    }

    @Test
    void amnesiaLeavesNoKeyBehindButUsesTheOneThatIsThere() {
        // Given
        var settings = Map.of("quintet.data-dir", data + "/wallet", "quintet.amnesia", "true");

        // Then
        assertThat(source(settings, false).load().minting().id()).isEqualTo("amnesia");
        assertThat(Files.exists(data.resolve("dev"))).isFalse();
        RootKeyFile.readOrCreate(data.resolve("dev/root.key"));
        assertThat(source(settings, false).load().minting().id()).startsWith("dev-");
    }

    static RootKeySource source(Map<String, String> settings, boolean production) {
        QuintetConfig config = new SmallRyeConfigBuilder()
                .withMapping(QuintetConfig.class)
                .withConverters(new Converter<?>[] {new DurationConverter(), new MemorySizeConverter()})
                .addDefaultInterceptors()
                .withSources(new PropertiesConfigSource(new HashMap<>(settings), "test", 100))
                .build()
                .getConfigMapping(QuintetConfig.class);
        return new RootKeySource(config, production);
    }
}
