package dev.quintet.tools.packaging;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The Kubernetes manifests, read into the API's own types. */
final class Manifests {
    static final Path ROOT = Path.of(System.getProperty("quintet.root"));
    static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private static final Path BASE = ROOT.resolve("src/main/kubernetes/base");
    private static final Map<String, Class<?>> KINDS = Map.of(
            "StatefulSet", StatefulSet.class,
            "Service", Service.class,
            "PodDisruptionBudget", PodDisruptionBudget.class,
            "NetworkPolicy", NetworkPolicy.class,
            "ServiceMonitor", ServiceMonitor.class);

    private Manifests() {}

    /** Every object of the base, typed; fails on a kind that nobody expected. */
    static List<Object> all() throws IOException {
        var objects = new ArrayList<>();
        for (JsonNode file :
                YAML.readTree(BASE.resolve("kustomization.yaml").toFile()).get("resources")) {
            for (JsonNode document : documents(BASE.resolve(file.asText()))) {
                Class<?> type = KINDS.get(document.get("kind").asText());
                if (type == null) {
                    throw new AssertionError(file + " has an unexpected " + document.get("kind"));
                }
                objects.add(YAML.treeToValue(document, type));
            }
        }
        return objects;
    }

    static <T> List<T> all(Class<T> type) throws IOException {
        return all().stream().filter(type::isInstance).map(type::cast).toList();
    }

    static List<JsonNode> documents(Path file) throws IOException {
        try (MappingIterator<JsonNode> documents =
                YAML.readerFor(JsonNode.class).readValues(Files.readString(file))) {
            return documents.readAll();
        }
    }

    /** Fields that the API does not know, as paths: the types collect them instead of refusing. */
    static List<String> unknownFields(String path, Object object) throws ReflectiveOperationException {
        var unknown = new ArrayList<String>();
        for (Method method : object.getClass().getMethods()) {
            if (method.getParameterCount() != 0 || !method.getName().startsWith("get")) {
                continue;
            }
            if (method.getName().equals("getAdditionalProperties")) {
                ((Map<?, ?>) method.invoke(object)).keySet().forEach(name -> unknown.add(path + "." + name));
            } else if (method.getDeclaringClass() != Object.class) {
                Object value = method.invoke(object);
                for (Object part :
                        value instanceof Collection<?> many ? many : value == null ? List.of() : List.of(value)) {
                    if (part != null && part.getClass().getPackageName().startsWith("io.fabric8")) {
                        unknown.addAll(
                                unknownFields(path + "." + method.getName().substring(3), part));
                    }
                }
            }
        }
        return unknown;
    }
}
