package dev.quintet.tools.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The manifests are valid for the Kubernetes API and agree with what the services really do. */
class KubernetesTest {
    private static final Map<String, Integer> PORTS =
            Map.of("gateway", 8080, "registry", 8081, "storage", 8082, "wallet", 8083, "rewarder", 8084);

    /** The longest quintet.drain-deadline that a service accepts. */
    private static final long DRAIN_SECONDS_MAX = 5;

    @Test
    void noFieldIsUnknownToTheApi() throws Exception {
        for (Object object : Manifests.all()) {
            assertThat(Manifests.unknownFields(object.getClass().getSimpleName(), object))
                    .isEmpty();
        }
    }

    @Test
    void everyServiceIsThereWithItsPorts() throws IOException {
        assertThat(Manifests.all(StatefulSet.class))
                .extracting(set -> set.getMetadata().getName())
                .containsExactlyInAnyOrderElementsOf(PORTS.keySet());
        assertThat(Manifests.all(PodDisruptionBudget.class)).hasSameSizeAs(PORTS.keySet());
        assertThat(Manifests.all(NetworkPolicy.class)).hasSameSizeAs(PORTS.keySet());
        for (Service service : Manifests.all(Service.class)) {
            int port = PORTS.get(service.getMetadata().getName());
            assertThat(service.getSpec().getPorts())
                    .extracting("name", "port")
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple("http", port),
                            org.assertj.core.groups.Tuple.tuple("admin", port + 1000));
        }
    }

    @Test
    void probesAskThePathsThatTheAdminPortServes() throws IOException {
        for (Container container : containers()) {
            assertThat(container.getStartupProbe().getHttpGet().getPath()).isEqualTo("/healthz");
            assertThat(container.getLivenessProbe().getHttpGet().getPath()).isEqualTo("/healthz");
            assertThat(container.getReadinessProbe().getHttpGet().getPath()).isEqualTo("/readyz/read");
            assertThat(List.of(container.getLivenessProbe(), container.getReadinessProbe()))
                    .allMatch(probe -> probe.getHttpGet().getPort().getStrVal().equals("admin"));
        }
    }

    @Test
    void thePodIsGivenLongerThanItsDrain() throws IOException {
        for (PodSpec pod : pods()) {
            long preStop = pod.getContainers()
                    .getFirst()
                    .getLifecycle()
                    .getPreStop()
                    .getSleep()
                    .getSeconds();
            assertThat(pod.getTerminationGracePeriodSeconds()).isGreaterThan(preStop + DRAIN_SECONDS_MAX);
        }
    }

    @Test
    void aPodMayDoNothingButItsWork() throws IOException {
        for (PodSpec pod : pods()) {
            assertThat(pod.getAutomountServiceAccountToken()).isFalse();
            assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
            var security = pod.getContainers().getFirst().getSecurityContext();
            assertThat(security.getReadOnlyRootFilesystem()).isTrue();
            assertThat(security.getAllowPrivilegeEscalation()).isFalse();
            assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
        }
    }

    private static List<PodSpec> pods() throws IOException {
        return Manifests.all(StatefulSet.class).stream()
                .map(set -> set.getSpec().getTemplate().getSpec())
                .toList();
    }

    private static List<Container> containers() throws IOException {
        return pods().stream().map(pod -> pod.getContainers().getFirst()).toList();
    }
}
