package dev.quintet.tools.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** No container engine runs in the tests, so what the image files promise is read out of them. */
class ImagesTest {
    private static final Path FOLDER = Manifests.ROOT.resolve("src/main/docker");

    @ParameterizedTest
    @ValueSource(strings = {"Dockerfile.native", "Dockerfile.jvm"})
    void runsAsANumberedUserWithoutAShell(String file) throws IOException {
        List<String> lines = Files.readAllLines(FOLDER.resolve(file));
        List<String> last = lines.subList(lastFrom(lines), lines.size());

        assertThat(last).contains("USER 10001:10001", "VOLUME /data");
        assertThat(last)
                .filteredOn(line -> line.startsWith("ENTRYPOINT"))
                .singleElement()
                .asString()
                .startsWith("ENTRYPOINT [\"")
                .endsWith("\"]");
        assertThat(last).noneMatch(line -> line.startsWith("CMD"));
    }

    @Test
    void theNativeImageHoldsNothingButWhatTheBinaryNeeds() throws IOException {
        List<String> lines = Files.readAllLines(FOLDER.resolve("Dockerfile.native"));

        assertThat(lines.get(lastFrom(lines))).isEqualTo("FROM scratch");
    }

    @Test
    void theJvmImageStartsWhatTheScriptStarts() throws IOException {
        String text = Files.readString(FOLDER.resolve("Dockerfile.jvm"));

        assertThat(text).contains("src/main/jvm/service.options", "quarkus-run.jar");
    }

    @Test
    @SuppressWarnings("unchecked")
    void composeRunsTheFiveBehindOneDoor() throws IOException {
        // SnakeYAML itself: it resolves the merge keys.
        Map<String, Map<String, Object>> file = new Yaml().load(Files.readString(FOLDER.resolve("compose.yaml")));
        Map<String, Object> services = file.get("services");

        assertThat(services).containsOnlyKeys("gateway", "registry", "storage", "wallet", "rewarder");
        services.forEach((name, value) -> {
            var service = (Map<String, Object>) value;
            assertThat(service).as(name).containsEntry("read_only", true).containsKeys("healthcheck", "volumes");
            assertThat(service.containsKey("ports")).as(name).isEqualTo(name.equals("gateway"));
        });
    }

    private static int lastFrom(List<String> lines) {
        for (int i = lines.size() - 1; i >= 0; i--) {
            if (lines.get(i).startsWith("FROM ")) {
                return i;
            }
        }
        throw new AssertionError("no FROM");
    }
}
