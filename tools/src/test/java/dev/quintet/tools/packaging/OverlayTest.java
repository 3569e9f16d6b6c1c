package dev.quintet.tools.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The overlay changes what is in the base, and nothing that is not there: kustomize would only say so on a cluster. */
class OverlayTest {
    private static final Path KUBERNETES = Manifests.ROOT.resolve("src/main/kubernetes");
    private static final Path BASE = KUBERNETES.resolve("base");

    private final JsonNode overlay = read(KUBERNETES.resolve("overlays/small/kustomization.yaml"));

    @Test
    void standsOnTheBase() {
        assertThat(overlay.at("/resources/0").asText()).isEqualTo("../../base");
    }

    @Test
    void tagsExactlyTheImagesOfTheBase() {
        assertThat(names(overlay.get("images"), "/name"))
                .isEqualTo(names(sets(), "/spec/template/spec/containers/0/image"));
    }

    @Test
    void replacesOnlyWhatIsThere() throws IOException {
        for (JsonNode patch : overlay.get("patches")) {
            assertThat(patch.at("/target/kind").asText()).isEqualTo("StatefulSet");
            for (JsonNode change : Manifests.YAML.readTree(patch.get("patch").asText())) {
                assertThat(change.get("op").asText()).isEqualTo("replace");
                assertThat(sets())
                        .as("%s", change.get("path"))
                        .isNotEmpty()
                        .noneMatch(set -> set.at(change.get("path").asText()).isMissingNode());
            }
        }
    }

    private static List<JsonNode> sets() {
        List<JsonNode> sets = new ArrayList<>();
        for (JsonNode file : read(BASE.resolve("kustomization.yaml")).get("resources")) {
            try {
                Manifests.documents(BASE.resolve(file.asText())).stream()
                        .filter(document -> document.get("kind").asText().equals("StatefulSet"))
                        .forEach(sets::add);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return sets;
    }

    private static Set<String> names(Iterable<JsonNode> nodes, String path) {
        Set<String> names = new TreeSet<>();
        nodes.forEach(node -> names.add(node.at(path).asText()));
        return names;
    }

    private static JsonNode read(Path file) {
        try {
            return Manifests.YAML.readTree(file.toFile());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
