package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.check.CheckReport;
import io.evenkeel.app.check.CheckReport.Offence;
import io.evenkeel.app.check.EventCheck;
import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.InProcessTopology;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code evenkeel check} says of events is what the topology does with them. */
class CheckedAsProcessedTest {
  private static final Instant T0 = Instant.parse("2025-03-01T00:00:00Z");

  @TempDir private Path state;

  private final List<ConsumerRecord<String, byte[]>> predictions = new ArrayList<>();
  private final List<ConsumerRecord<String, byte[]>> labels = new ArrayList<>();
  private final AppConfig config =
      AppConfig.of(
          Map.of(
              "defaults.window.size", "10m",
              "defaults.window.advance", "10m",
              "defaults.window.grace", "0s",
              "defaults.labels.wait", "30m",
              "monitor.early-label-wait", "1h",
              "monitor.unknown-models", "false",
              "limits.versions", "2",
              "models.churn.classes", "stays,leaves",
              "models.price.profile.locations", "256",
              "models.price.window.size", "1h"));

  @Test
  void rejectsTheSameEventsForTheSameReasons() {
    good();
    badPredictions();
    badLabels();

    CheckReport report = check();

    assertThat(report.offences().stream().map(Offence::reason))
        .containsExactlyInAnyOrder(
            "unreadable",
            "unreadable",
            "invalid_prediction",
            "invalid_distribution",
            "unknown_model",
            "wrong_space",
            "wrong_space",
            "from_the_future",
            "from_the_future",
            "duplicate_conflict",
            "duplicate_conflict",
            "invalid_label",
            "unknown_class",
            "late_label",
            "unmatched_label");
    assertThat(rejected(report)).isEqualTo(deadLetters());
  }

  @Test
  void rejectsVersionsAndDistributionsThatAreOverALimit() {
    double[] many = new double[3000];
    Arrays.fill(many, 1.0 / many.length);
    for (String version : List.of("1", "2", "3", "1", "4")) {
      String id = "of-" + version + "-" + predictions.size();
      predict(
          Prediction.newBuilder(record(id, "price", T0, binary(0.5))).setVersion(version).build());
    }
    predict("large", "price", T0, Categorical.of(many));
    predict("other", MODEL, T0, binary(0.5));

    CheckReport report = check();

    assertThat(report.offences())
        .singleElement()
        .extracting(Offence::reason, Offence::count)
        .containsExactly("over_limit", 3L);
    assertThat(rejected(report)).isEqualTo(deadLetters());
  }

  @Test
  void rejectsNothingThatTheTopologyTakes() {
    good();

    assertThat(check().passed()).isTrue();
    assertThat(deadLetters()).isEmpty();
  }

  private void good() {
    predict("a", MODEL, T0, binary(0.3));
    predict("a", MODEL, T0, binary(0.3));
    predict("b", MODEL, T0.plusSeconds(1), binary(0.4));
    label("a", T0.plusSeconds(60), 0, new RawTarget.Index(1));
    label("a", T0.plusSeconds(60), 0, new RawTarget.Index(1));
    label("a", T0.plusSeconds(90), 1, new RawTarget.Name("stays"));
  }

  private void badPredictions() {
    Instant future = TopologyHarness.STARTED.plus(Duration.ofDays(2));
    add(
        predictions,
        config.topics().predictions(),
        "x",
        "garbage".getBytes(StandardCharsets.UTF_8));
    predict("b", MODEL, T0.plusSeconds(1), binary(0.9));
    predict("c", MODEL, T0, Categorical.of(0.2, 0.3, 0.5));
    predict("d", "nobody", T0, binary(0.5));
    predict("e", MODEL, future, binary(0.5));
    predict(Prediction.newBuilder(record("f", MODEL, T0, binary(0.5))).setModel("").build());
    predict(
        Prediction.newBuilder(record("g", MODEL, T0, binary(0.5)))
            .setDistribution(Distribution.newBuilder().setCategorical(List.of(0.7, 0.7)).build())
            .build());
  }

  private void badLabels() {
    Instant future = TopologyHarness.STARTED.plus(Duration.ofDays(2));
    add(labels, config.topics().labels(), "x", null);
    label("b", T0.plus(Duration.ofHours(3)), 0, new RawTarget.Index(1));
    label("b", T0.plusSeconds(70), 0, new RawTarget.Name("unheard"));
    label("b", T0.plusSeconds(70), 0, new RawTarget.Real(0.5));
    label("b", future, 0, new RawTarget.Index(1));
    label("a", T0.plusSeconds(95), 1, new RawTarget.Index(1));
    label("nobody", T0.plusSeconds(70), 0, new RawTarget.Index(1));
    label("b", T0.plusSeconds(70), -1, new RawTarget.Index(0));
  }

  private CheckReport check() {
    EventCheck check =
        new EventCheck(
            config, () -> InProcessTopology.deserializer(config), TopologyHarness.STARTED, 100);
    predictions.forEach(check::prediction);
    labels.forEach(record -> check.label(record, Map.of()));
    return check.report(List.of());
  }

  private List<String> rejected(CheckReport report) {
    return report.offences().stream()
        .flatMap(
            offence ->
                offence.first().stream()
                    .map(o -> offence.reason() + " " + o.key() + " " + o.message()))
        .sorted()
        .toList();
  }

  private List<String> deadLetters() {
    try (TopologyHarness app = new TopologyHarness(config, state)) {
      predictions.forEach(record -> app.rawPrediction(record.key(), record.value()));
      labels.forEach(record -> app.rawLabel(record.key(), record.value()));
      app.pass(Duration.ofHours(2));
      app.settle();
      return app.deadLetters().stream()
          .map(
              letter ->
                  header(letter.headers().lastHeader(DeadLetters.REASON).value())
                      + " "
                      + letter.key()
                      + " "
                      + header(letter.headers().lastHeader(DeadLetters.MESSAGE).value()))
          .sorted(Comparator.naturalOrder())
          .toList();
    }
  }

  private static String header(byte[] value) {
    return new String(value, StandardCharsets.UTF_8);
  }

  private void predict(
      String id, String model, Instant madeAt, PredictiveDistribution distribution) {
    predict(record(id, model, madeAt, distribution));
  }

  private static Prediction record(
      String id, String model, Instant madeAt, PredictiveDistribution distribution) {
    return PredictionCodec.encode(
        new PredictionEvent(
            id, model, "", madeAt.toEpochMilli(), Map.of(), Map.of(), distribution));
  }

  private void predict(Prediction event) {
    add(
        predictions,
        config.topics().predictions(),
        event.getPredictionId(),
        RawAvroSerde.of(Prediction.class).serializer().serialize("", event));
  }

  private void label(String id, Instant knownAt, int revision, RawTarget target) {
    label(LabelCodec.encode(new LabelEvent(id, knownAt.toEpochMilli(), revision, target)));
  }

  private void label(Label event) {
    add(
        labels,
        config.topics().labels(),
        event.getPredictionId(),
        RawAvroSerde.of(Label.class).serializer().serialize("", event));
  }

  private static void add(
      List<ConsumerRecord<String, byte[]>> records,
      String topic,
      String key,
      byte @Nullable [] value) {
    records.add(new ConsumerRecord<>(topic, 0, records.size(), key, value));
  }
}
