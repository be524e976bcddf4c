package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.runtime.InProcessTopology;
import io.evenkeel.app.serde.AvroSerdes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JSON in, JSON out, on topics of other names. */
class JsonTopologyTest {
  @TempDir private Path state;

  private final AppConfig config =
      AppConfig.of(
          Map.of(
              "serde.serializer", "io.evenkeel.app.serde.JsonSerializer",
              "serde.deserializer", "io.evenkeel.app.serde.JsonDeserializer",
              "topics.predictions", "forecasts",
              "topics.labels", "outcomes",
              "topics.verdicts", "judgements",
              "monitor.early-label-wait", "1h"));

  @Test
  void judgesEventsInJson() {
    try (TopologyTestDriver driver = driver()) {
      input(driver, "forecasts")
          .pipeInput(
              "a",
              """
              {"prediction_id": "a", "model": "churn", "made_at": "2025-03-01T00:00:00Z",
               "distribution": {"categorical": [0.3, 0.7]}}""");
      input(driver, "outcomes")
          .pipeInput("a", "{\"prediction_id\": \"a\", \"known_at\": 1740787260000, \"target\": 1}");
      settle(driver);

      assertThat(output(driver, "judgements"))
          .last()
          .satisfies(
              verdict ->
                  assertThat(verdict.value())
                      .startsWith("{\"model\":\"churn\"")
                      .contains("\"window_start\":\"2025-02-28T23:", "\"labelled\":1"));
    }
  }

  @Test
  void quarantinesWhatIsNoEventWithTheFieldThatIsWrong() {
    try (TopologyTestDriver driver = driver()) {
      input(driver, "forecasts")
          .pipeInput("a", "{\"prediction_id\": \"a\", \"model\": \"churn\", \"made_at\": \"now\"}");
      input(driver, "outcomes").pipeInput("a", "{\"prediction_id\"");
      input(driver, "outcomes")
          .pipeInput("b", "{\"prediction_id\": \"b\", \"known_at\": 1740787260000, \"target\": 1}");
      settle(driver);
      driver.advanceWallClockTime(Duration.ofHours(2));

      List<TestRecord<String, String>> letters = output(driver, "evenkeel.dead-letters");
      assertThat(letters.stream().map(letter -> header(letter, DeadLetters.REASON)))
          .containsExactly("unreadable", "unreadable", "unmatched_label");
      assertThat(header(letters.get(0), DeadLetters.MESSAGE))
          .startsWith("unreadable record of forecasts: made_at: expected a time")
          .endsWith("got a text of 3 characters");
      assertThat(header(letters.get(1), DeadLetters.MESSAGE)).contains("not JSON");
      assertThat(letters.get(2).value())
          .isEqualTo(
              "{\"prediction_id\":\"b\",\"known_at\":\"2025-03-01T00:01:00Z\",\"revision\":0,"
                  + "\"target\":1}");
    }
  }

  private TopologyTestDriver driver() {
    Metrics metrics = new Metrics();
    Properties properties = InProcessTopology.properties(config, state, metrics);
    AvroSerdes serdes = AvroSerdes.of(config.serde(), config.topics());
    Topics topics = Topics.of(config, serdes.serializer(), serdes::deserializer);
    return new TopologyTestDriver(
        CalibrationTopology.build(config, new StreamsConfig(properties), topics, metrics, 1),
        properties,
        TopologyHarness.STARTED);
  }

  private void settle(TopologyTestDriver driver) {
    for (int i = 0; i < 6; i++) {
      driver.advanceWallClockTime(config.monitor().emitInterval());
    }
  }

  private static TestInputTopic<String, String> input(TopologyTestDriver driver, String topic) {
    return driver.createInputTopic(topic, new StringSerializer(), new StringSerializer());
  }

  private static List<TestRecord<String, String>> output(TopologyTestDriver driver, String topic) {
    return driver
        .createOutputTopic(topic, new StringDeserializer(), new StringDeserializer())
        .readRecordsToList();
  }

  private static String header(TestRecord<String, String> letter, String name) {
    return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }
}
