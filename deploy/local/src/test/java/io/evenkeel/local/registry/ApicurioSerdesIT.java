package io.evenkeel.local.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.codec.EventDeserializer;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigReader;
import io.evenkeel.app.config.SerdeSettings;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.local.MarketScenario;
import io.evenkeel.local.cluster.LocalCluster;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.Prediction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Apicurio's own serializers, on the class path and in the configuration only, as
 * stream-app/README.md has it.
 */
class ApicurioSerdesIT {
  private static final Path ROOT = Path.of(System.getProperty("evenkeel.root", "../.."));
  private static final String URL = "schema.registry.url";

  @TempDir private static Path directory;
  private static LocalCluster cluster;

  @BeforeAll
  static void start() throws InterruptedException {
    cluster = LocalCluster.start(directory);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void runTheWholePipeline() throws IOException {
    AppConfig config = config();
    cluster.prepare(config, 2);

    try (Application application = Application.start(config)) {
      MarketScenario.play(config, () -> application.health().live());
    }
  }

  @Test
  void writeWhatEvenkeelsReadAndReadWhatTheyWrite() throws IOException {
    Prediction prediction =
        Prediction.newBuilder()
            .setPredictionId("order-4711")
            .setModel("churn")
            .setVersion("3")
            .setMadeAt(Instant.parse("2026-11-20T12:00:00Z"))
            .setSegments(Map.of("country", "DE"))
            .setFeatures(Map.of("age", 42.0))
            .setDistribution(Distribution.newBuilder().setCategorical(List.of(0.8, 0.2)).build())
            .build();
    AvroSerdes apicurio = AvroSerdes.of(config().serde());
    SerdeSettings defaults = SerdeSettings.defaults();
    AvroSerdes evenkeel =
        AvroSerdes.of(
            new SerdeSettings(defaults.serializer(), defaults.deserializer(), Map.of(URL, url())));

    byte[] written = apicurio.serializer().serialize("apart", prediction);

    assertThat(evenkeel.deserializer().deserialize("apart", written)).isEqualTo(prediction);
    assertThat(
            apicurio
                .deserializer()
                .deserialize("apart", evenkeel.serializer().serialize("apart", prediction)))
        .isEqualTo(prediction);
  }

  @Test
  void rejectsARecordWhoseSchemaTheRegistryDoesNotHave() throws IOException {
    EventDeserializer<LabelEvent> labels =
        EventDeserializer.labels(AvroSerdes.of(config().serde()).deserializer());

    assertThatThrownBy(() -> labels.deserialize("apart", new byte[] {0, 1, 2, 3, 4, 5}))
        .isInstanceOf(RejectedEventException.class);
  }

  /** The settings of stream-app/README.md, but for the addresses. */
  private static AppConfig config() throws IOException {
    String readme = Files.readString(ROOT.resolve("stream-app/README.md"));
    int begin = readme.lastIndexOf("```yaml\n", readme.indexOf("AvroKafkaSerializer")) + 8;
    Path yaml = directory.resolve("apicurio.yaml");
    Files.writeString(yaml, readme.substring(begin, readme.indexOf("```", begin)));
    Map<String, String> settings = MarketScenario.settings(cluster.settings());
    settings.put(
        "serde.properties.apicurio.registry.url",
        url().replace("/apis/ccompat/v7", "/apis/registry/v3"));
    return new ConfigReader().file(yaml).options(settings).read();
  }

  private static String url() {
    return cluster.settings().getOrDefault("serde.properties." + URL, "");
  }
}
