package io.evenkeel.local;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.app.config.AppConfig;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.AppInfoParser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.kafka.KafkaContainer;

/** The images of deploy/compose and of the application, in containers. */
class ContainersIT {
  private static final String API = "/apis/ccompat/v7";
  private static final int HTTP = 8080;

  @BeforeAll
  static void load() throws Exception {
    assumeTrue(
        DockerClientFactory.instance().isDockerAvailable(),
        "skipped: there is no Docker engine on this machine; EndToEndIT and ImageIT run the same"
            + " scenario without one");
    assumeTrue(
        Files.exists(UnpackedImage.TAR),
        "skipped: no image was built; mvn -Pimage verify builds it");
    try (InputStream tar = Files.newInputStream(UnpackedImage.TAR)) {
      DockerClientFactory.instance().client().loadImageCmd(tar).exec();
    }
  }

  @Test
  void countEveryForecastOfTheMarketOnceAndFindTheOverConfidentModel() {
    try (Network network = Network.newNetwork();
        KafkaContainer kafka = kafka(network);
        GenericContainer<?> registry = registry(network)) {
      kafka.start();
      registry.start();
      AppConfig config =
          AppConfig.of(
              MarketScenario.settings(
                  settings(
                      kafka.getBootstrapServers(),
                      registry.getHost() + ":" + registry.getMappedPort(HTTP))));
      try (GenericContainer<?> application = application(network)) {
        application.start();
        MarketScenario.play(config, application::isRunning);
      }
    }
  }

  private static KafkaContainer kafka(Network network) {
    return new KafkaContainer("apache/kafka:" + AppInfoParser.getVersion())
        .withNetwork(network)
        .withListener("kafka:19092");
  }

  private static GenericContainer<?> registry(Network network) {
    return new GenericContainer<>("apicurio/apicurio-registry:3.0.9")
        .withNetwork(network)
        .withNetworkAliases("registry")
        .withExposedPorts(HTTP)
        .waitingFor(Wait.forHttp(API + "/subjects"));
  }

  /** As deploy/compose runs it: nothing can be written but the two volumes. */
  private static GenericContainer<?> application(Network network) {
    List<String> command = new ArrayList<>(List.of("run", "--create-topics", "--partitions=2"));
    command.add("--replication-factor=1");
    MarketScenario.settings(settings("kafka:19092", "registry:" + HTTP))
        .forEach((path, value) -> command.addAll(List.of("-D", path + "=" + value)));
    command.addAll(List.of("-D", "http.open=true", "-D", "http.port=" + HTTP));
    return new GenericContainer<>("evenkeel:0.1.0-SNAPSHOT")
        .withNetwork(network)
        .withExposedPorts(HTTP)
        .withCommand(command.toArray(String[]::new))
        .withCreateContainerCmdModifier(create -> create.getHostConfig().withReadonlyRootfs(true))
        .waitingFor(Wait.forHttp("/health/ready"));
  }

  private static Map<String, String> settings(String brokers, String registry) {
    return Map.of(
        "kafka.bootstrap.servers",
        brokers,
        "serde.properties.schema.registry.url",
        "http://" + registry + API);
  }
}
