package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.TopicFollower;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.local.cluster.LocalCluster;
import io.evenkeel.schemas.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeIT {
  private static final Path ROOT = Path.of(System.getProperty("evenkeel.root", "../.."));

  @TempDir private Path directory;

  @Test
  void showsTheJavaCodeThatIsTested() throws IOException {
    String code =
        Files.readString(
            ROOT.resolve("deploy/local/src/test/java/io/evenkeel/local/SendEvents.java"));
    String shown =
        code.substring(code.indexOf("// README begins\n") + 17, code.indexOf("    // README ends"))
            .replace("brokers", "\"localhost:9092\"")
            .replace(
                "\"schema.registry.url\", registry",
                "\"schema.registry.url\", \"http://localhost:8081\"")
            .indent(-4);

    assertThat(Files.readString(ROOT.resolve("schemas/README.md")))
        .contains("```java\n" + shown + "```");
  }

  @Test
  void sendsEventsThatAreJoinedAndJudged() throws InterruptedException {
    try (LocalCluster cluster = LocalCluster.start(directory)) {
      Map<String, String> settings = new HashMap<>(cluster.settings());
      settings.put("http.port", "0");
      AppConfig config = AppConfig.of(settings);
      cluster.prepare(config, 2);
      List<Object> verdicts = new CopyOnWriteArrayList<>();
      try (Application application = Application.start(config);
          TopicFollower<?> follower =
              new TopicFollower<>(
                  KafkaProperties.clients(config),
                  List.of(config.topics().verdicts()),
                  AvroSerdes.of(config.serde(), config.topics()).deserializer(),
                  verdicts::add)) {
        follower.start();
        SendEvents.send(
            settings.getOrDefault("kafka.bootstrap.servers", ""),
            settings.getOrDefault("serde.properties.schema.registry.url", ""));

        await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> verdicts.stream().anyMatch(v -> ((Verdict) v).getLabelled() == 1));
        assertThat(application.health().live()).isTrue();
      }
    }
  }
}
