package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.recalibrate.LearnedMap;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.ClassShift;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.score.Interval;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A prediction that came as JSON leaves as it came, but for what a map changes. */
class RecalibratedJsonTest {
  /** Class 1 of these models is predicted as 0.75 where it came as 0.5. */
  private static final RecalibrationMap MAP = new ClassShift(1, Math.log(3));

  private static final String CAME = "{\"categorical\":[0.50,5e-1]}";

  @SuppressWarnings("NullAway.Init")
  private TopologyTestDriver driver;

  @SuppressWarnings("NullAway.Init")
  private TestInputTopic<byte[], byte[]> predictions;

  @SuppressWarnings("NullAway.Init")
  private TestOutputTopic<byte[], byte[]> output;

  private void start(String suffix) {
    AppConfig config =
        AppConfig.of(
            Map.of(
                "serde.serializer", "io.evenkeel.app.serde.JsonSerializer",
                "serde.deserializer", "io.evenkeel.app.serde.JsonDeserializer"));
    LearnedMap learned =
        new LearnedMap(
            "churn",
            TargetSpace.classes(2),
            List.of(),
            500,
            Instant.EPOCH,
            Instant.EPOCH,
            0.1,
            new Interval(0, 1),
            MAP);
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, config.mapsApplicationId());
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:9092");
    properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    driver =
        new TopologyTestDriver(
            RecalibrationTopology.build(
                config,
                new StreamsConfig(properties),
                Recalibrator.to(config.topics().recalibrated(), config)
                    .withVersionSuffix(suffix)
                    .withMap(learned)),
            properties);
    ByteArraySerializer bytes = new ByteArraySerializer();
    ByteArrayDeserializer back = new ByteArrayDeserializer();
    predictions = driver.createInputTopic(config.topics().predictions(), bytes, bytes);
    output = driver.createOutputTopic(config.topics().recalibrated(), back, back);
  }

  @AfterEach
  void stop() {
    driver.close();
  }

  private String pass(String json, Charset charset) {
    predictions.pipeInput(new TestRecord<>(new byte[] {1}, json.getBytes(charset)));
    TestRecord<byte[], byte[]> record = output.readRecord();
    assertThat(record.headers().lastHeader(Recalibrator.MAP).value()).isEqualTo(bytes("applied"));
    return new String(record.value(), StandardCharsets.UTF_8);
  }

  private String pass(String json) {
    return pass(json, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** What came, with the distribution that the map makes of {@link #CAME}. */
  private static String mapped(String came) {
    return came.replace(CAME, "{\"categorical\":[0.25,0.75]}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // A numeric time, and fields that are absent.
        "{\"prediction_id\":\"a\",\"model\":\"churn\",\"made_at\":1796000000123,"
            + "\"distribution\":%s}",
        // Microseconds, an offset, and digits that no double has.
        "{\"made_at\": \"2026-01-07T01:00:00.123456+01:00\", \"distribution\": %s,"
            + " \"features\": {\"x\": 1.10, \"y\": -0.0, \"z\": 0.1000000000000000055511151231},"
            + " \"model\": \"churn\", \"prediction_id\": \"a\"}\n",
        // White space, a null, other letters, and a feature of the name of the member.
        "{ \"segments\" : {\"land\":\"Österreich 🙂\"},\n \"cluster\" : null ,"
            + " \"features\": {\"distribution\":1},"
            + " \"prediction_id\": \"a\", \"model\": \"churn\", \"made_at\": 1796000000123,"
            + "\t\"distribution\" : %s }",
        // A byte order mark, and a name that is escaped.
        "\uFEFF{\"prediction_id\":\"a\",\"model\":\"churn\",\"made_at\":1796000000123,"
            + "\"\\u0064istribution\":%s}"
      })
  void allButTheDistributionStaysAsItWasWritten(String form) {
    start("");
    String came = form.formatted(CAME);

    assertThat(pass(came)).isEqualTo(mapped(came)).isNotEqualTo(came);
  }

  @Test
  void aShadowHasItsVersionInThePlaceOfTheOneThatCame() {
    start("+recalibrated");
    String form =
        "{\"version\" :%s, \"prediction_id\":\"a\", \"model\":\"churn\", \"made_at\":1796000000123,"
            + " \"distribution\":"
            + CAME
            + "%s}";

    assertThat(pass(form.formatted("\"3\"", "")))
        .isEqualTo(mapped(form.formatted("\"3+recalibrated\"", "")));
    assertThat(pass(form.formatted("null", "")))
        .isEqualTo(mapped(form.formatted("\"+recalibrated\"", "")));
    String without = form.replace("\"version\" :%s, ", "");
    assertThat(pass(without.formatted(" ")))
        .isEqualTo(mapped(without.formatted(" ,\"version\":\"+recalibrated\"")));
  }

  @Test
  void whatIsNotUtf8IsWrittenAnew() {
    start("");
    String came =
        "{\"prediction_id\":\"a\",\"model\":\"churn\",\"made_at\":0,\"distribution\":" + CAME + "}";

    assertThat(pass(came, StandardCharsets.UTF_16LE))
        .contains(
            "\"made_at\":\"1970-01-01T00:00:00Z\"",
            "\"distribution\":{\"categorical\":[0.25,0.75]}");
  }
}
