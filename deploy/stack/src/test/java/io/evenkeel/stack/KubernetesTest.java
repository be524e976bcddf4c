package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigReader;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether the manifests of deploy/kubernetes are ones, and fit the application. */
class KubernetesTest {
  private static final Path FOLDER = Pipeline.DEPLOY.resolve("kubernetes");
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Map<String, Class<?>> KINDS =
      Stream.of(
              ConfigMap.class,
              NetworkPolicy.class,
              PodDisruptionBudget.class,
              Secret.class,
              Service.class,
              ServiceAccount.class,
              ServiceMonitor.class,
              StatefulSet.class)
          .collect(Collectors.toMap(Class::getSimpleName, kind -> kind));

  /** The models keep what they do not know; here that is a mistake. */
  private static final ObjectMapper STRICT =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .setAnnotationIntrospector(
              new JacksonAnnotationIntrospector() {
                @Override
                public Boolean hasAnySetter(Annotated member) {
                  return Boolean.FALSE;
                }
              });

  static List<Path> manifests() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> !file.endsWith("kustomization.yaml"))
          .filter(file -> !file.endsWith("evenkeel.yaml"))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void everyFieldIsOneOfKubernetes(Path file) throws IOException {
    assertThat(typed(Files.readString(file))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "production"})
  void overlaysBuildIntoManifests(String overlay) throws Exception {
    assumeTrue(
        Programs.find("kubectl").isPresent(),
        "skipped: there is no kubectl on this machine, which holds kustomize");
    Process kustomize =
        new ProcessBuilder("kubectl", "kustomize", FOLDER.resolve("overlays/" + overlay).toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String built = new String(kustomize.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(kustomize.waitFor()).isZero();
    assertThat(typed(built))
        .anySatisfy(manifest -> assertThat(manifest).isInstanceOf(StatefulSet.class));
  }

  @Test
  void theContainerRunsTheApplicationAsItsSettingsSay() throws IOException {
    Container container = container();
    AppConfig config = config(container);

    assertThat(config.http().host()).isEqualTo("0.0.0.0");
    assertThat(container.getPorts().get(0).getContainerPort()).isEqualTo(config.http().port());
    assertThat(container.getVolumeMounts())
        .filteredOn(mount -> !Boolean.TRUE.equals(mount.getReadOnly()))
        .extracting(VolumeMount::getMountPath)
        .containsExactlyInAnyOrder(config.kafka().get("state.dir"), "/tmp");
  }

  @Test
  void theContainerMayDoNothingButRun() throws IOException {
    Container container = container();

    assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
    assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
    assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
    assertThat(statefulSet().getSpec().getTemplate().getSpec().getSecurityContext())
        .satisfies(
            context -> {
              assertThat(context.getRunAsNonRoot()).isTrue();
              assertThat(context.getRunAsUser()).isPositive();
            });
  }

  @Test
  void nodesAreDrainedWhileNoPodIsReady() throws IOException {
    PodDisruptionBudget budget =
        (PodDisruptionBudget)
            typed(Files.readString(FOLDER.resolve("base/poddisruptionbudget.yaml"))).get(0);

    assertThat(budget.getSpec().getUnhealthyPodEvictionPolicy()).isEqualTo("AlwaysAllow");
  }

  /** What is asked of the application over HTTP by probes and by Prometheus. */
  static List<String> paths() throws IOException {
    ServiceMonitor monitor =
        (ServiceMonitor)
            typed(Files.readString(FOLDER.resolve("overlays/production/servicemonitor.yaml")))
                .get(0);
    Container container = container();
    return List.of(
        container.getStartupProbe().getHttpGet().getPath(),
        container.getLivenessProbe().getHttpGet().getPath(),
        container.getReadinessProbe().getHttpGet().getPath(),
        monitor.getSpec().getEndpoints().get(0).getPath());
  }

  private static AppConfig config(Container container) {
    Map<String, String> environment =
        container.getEnv().stream()
            .filter(variable -> variable.getValue() != null)
            .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
    return new ConfigReader()
        .file(FOLDER.resolve("base/evenkeel.yaml"))
        .environment(environment)
        .read();
  }

  private static Container container() throws IOException {
    return statefulSet().getSpec().getTemplate().getSpec().getContainers().get(0);
  }

  private static StatefulSet statefulSet() throws IOException {
    return (StatefulSet) typed(Files.readString(FOLDER.resolve("base/statefulset.yaml"))).get(0);
  }

  private static List<Object> typed(String yaml) throws IOException {
    List<Object> manifests = new ArrayList<>();
    try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(yaml)) {
      while (documents.hasNext()) {
        JsonNode document = documents.next();
        String kind = document.path("kind").asText();
        assertThat(KINDS).containsKey(kind);
        manifests.add(STRICT.treeToValue(document, KINDS.get(kind)));
      }
    }
    return manifests;
  }
}
