package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import io.evenkeel.schemas.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

class QuarantineTest extends TopologyScenario {

  @Test
  void countsRepeatedPredictionsAndLabelsOnce() {
    TopologyHarness app = start();

    for (int i = 0; i < 3; i++) {
      app.predict("a", minute(0), binary(0.7));
      app.label("a", minute(1), 1);
    }

    assertThat(newest(app).getPredictions()).isEqualTo(1);
    assertThat(newest(app).getLabelled()).isEqualTo(1);
    assertThat(app.deadLetters()).isEmpty();
  }

  @Test
  void closesNothingBeforeTheFirstLabelThoughTheProfileIsLearned() {
    TopologyHarness app = start("monitor.idle-timeout=1h");
    for (int i = 0; i < 60; i++) {
      app.predict("id-" + i, minute(i), binary(0.6));
    }
    app.settle();

    app.predict("id-60", minute(60), binary(0.6));
    app.label("id-0", minute(10), 1);
    app.settle();

    assertThat(app.finalVerdicts()).isEmpty();
    assertThat(app.deadLetters()).isEmpty();
  }

  @Test
  void countsALabelThatComesTooLateAsLateAndKeepsItAmongTheDeadLetters() {
    TopologyHarness app = start();
    app.predict("a", minute(0), binary(0.6));
    app.predict("b", minute(1), binary(0.6));
    app.label("a", minute(2), 1);
    app.label("b", minute(50), 1);

    Verdict verdict = newest(app);

    assertThat(verdict.getLabelled()).isEqualTo(1);
    assertThat(verdict.getLate()).isEqualTo(1);
    assertThat(reasons(app)).containsExactly("late_label");
  }

  @Test
  void rejectsAPredictionOfAPaneThatIsClosed() {
    TopologyHarness app = start();
    stream(app, 0, 20, 0.6, 0.6);
    app.heartbeat(minute(200));
    app.settle();

    app.predict("late", minute(5), binary(0.6));

    assertThat(reasons(app)).containsExactly("late_prediction");
  }

  @Test
  void reportsALabelWhosePredictionNeverComes() {
    TopologyHarness app = start("monitor.early-label-wait=1h");

    app.label("nobody", minute(0), 1);
    app.pass(Duration.ofHours(2));

    assertThat(reasons(app)).containsExactly("unmatched_label");
  }

  @Test
  void aLabelThatComesAfterItsPredictionIsForgottenNamesTheWait() {
    TopologyHarness app = start("monitor.early-label-wait=1h");
    stream(app, 0, 20, 0.6, 0.6);
    app.heartbeat(minute(200));
    app.settle();

    app.label("id-5", minute(100), 1, 0);
    app.pass(Duration.ofHours(2));

    List<TestRecord<String, byte[]>> letters = app.deadLetters();
    assertThat(letters).hasSize(1);
    assertThat(
            new String(
                letters.get(0).headers().lastHeader(DeadLetters.MESSAGE).value(),
                StandardCharsets.UTF_8))
        .contains("that of a closed pane is forgotten: see labels.wait");
  }

  @Test
  void quarantinesBytesThatAreNoPrediction() {
    TopologyHarness app = start();

    app.rawPrediction("key", "garbage".getBytes(StandardCharsets.UTF_8));
    List<TestRecord<String, byte[]>> letters = app.deadLetters();

    assertThat(letters).hasSize(1);
    assertThat(letters.get(0).key()).isEqualTo("key");
    assertThat(letters.get(0).value()).isEqualTo("garbage".getBytes(StandardCharsets.UTF_8));
    assertThat(header(letters.get(0), DeadLetters.REASON)).isEqualTo("unreadable");
    assertThat(header(letters.get(0), DeadLetters.TOPIC)).isEqualTo("evenkeel.predictions");
    assertThat(header(letters.get(0), DeadLetters.OFFSET)).isEqualTo("0");
  }

  @Test
  void quarantinesARecordWithoutValueThatIsNoHeartbeat() {
    TopologyHarness app = start();

    app.rawPrediction("key", null);

    assertThat(reasons(app)).containsExactly("unreadable");
  }

  @Test
  void quarantinesHeartbeatsFromTheFutureWhichWouldCloseEverything() {
    TopologyHarness app = start();
    stream(app, 0, 20, 0.6, 0.6);

    app.heartbeat(Instant.parse("2030-01-01T00:00:00Z"));
    app.settle();

    assertThat(reasons(app)).containsExactly("from_the_future", "from_the_future");
    assertThat(app.finalVerdicts()).isEmpty();
  }

  @Test
  void quarantinesPredictionsFromTheFuture() {
    TopologyHarness app = start();

    app.predict("a", Instant.parse("2026-01-02T00:00:00Z"), binary(0.6));

    assertThat(reasons(app)).containsExactly("from_the_future");
  }

  @Test
  void quarantinesEventsWhoseTimesAreInSeconds() {
    TopologyHarness app = start();
    long seconds = minute(0).getEpochSecond();

    app.predict("a", Instant.ofEpochMilli(seconds), binary(0.6));
    app.label("b", Instant.ofEpochMilli(seconds), 1);
    // Of a producer whose clock is ahead.
    app.label("c", Instant.ofEpochMilli(TopologyHarness.STARTED.getEpochSecond() + 300), 1);

    assertThat(reasons(app))
        .containsExactly("time_in_seconds", "time_in_seconds", "time_in_seconds");
  }

  /** A backfill of decades ago: only the first weeks of 1970 cannot be told from seconds. */
  @Test
  void takesEventsOfLongAgo() {
    TopologyHarness app = start();

    app.predict("a", Instant.parse("1970-01-01T00:00:00Z"), binary(0.6));
    app.predict("b", Instant.parse("1970-02-01T00:00:00Z"), binary(0.6));
    app.predict("c", Instant.parse("2015-01-01T00:00:00Z"), binary(0.6));

    assertThat(reasons(app)).isEmpty();
  }

  @Test
  void quarantinesUnknownModelsWhereTheyAreNotMonitored() {
    TopologyHarness app = start("monitor.unknown-models=false");

    app.predict("a", minute(0), binary(0.6));

    assertThat(reasons(app)).containsExactly("unknown_model");
  }

  @Test
  void quarantinesAPredictionWhoseIdBelongsToAnother() {
    TopologyHarness app = start();

    app.predict("a", minute(0), binary(0.6));
    app.predict("a", minute(0), binary(0.7));

    assertThat(reasons(app)).containsExactly("duplicate_conflict");
  }

  @Test
  void quarantinesAPredictionThatComesAgainWithOtherSegmentsOrFeatures() {
    TopologyHarness app = start();
    Map<String, String> germany = Map.of("country", "DE");

    app.predict(event(germany, Map.of("age", 41.0)));
    app.predict(event(germany, Map.of("age", 41.0)));
    app.predict(event(germany, Map.of("age", 42.0)));
    app.predict(event(Map.of("country", "FR"), Map.of("age", 41.0)));
    app.predict(event(Map.of(), Map.of("age", 41.0)));

    assertThat(reasons(app))
        .containsExactly("duplicate_conflict", "duplicate_conflict", "duplicate_conflict");
    assertThat(newest(app).getPredictions()).isEqualTo(1);
  }

  @Test
  void countsDeadLettersOfAModelOnceItHasPredictions() {
    TopologyHarness app = start();
    Prediction invalid =
        Prediction.newBuilder(PredictionCodec.encode(event(Map.of(), Map.of())))
            .setMadeAt(Instant.ofEpochMilli(-1))
            .build();
    byte[] bytes = RawAvroSerde.of(Prediction.class).serializer().serialize("", invalid);

    app.rawPrediction("a", bytes);
    app.predict("a", minute(0), binary(0.6));
    app.rawPrediction("a", bytes);
    app.predict("a", minute(0), binary(0.7));
    app.label("a", minute(1), 7);
    app.rawPrediction("a", "garbage".getBytes(StandardCharsets.UTF_8));

    assertThat(dead(app, "invalid_prediction", TopologyHarness.MODEL)).isEqualTo(2);
    assertThat(dead(app, "duplicate_conflict", TopologyHarness.MODEL)).isEqualTo(1);
    assertThat(dead(app, "unknown_class", TopologyHarness.MODEL)).isEqualTo(1);
    assertThat(dead(app, "unreadable", "")).isEqualTo(1);
  }

  private static double dead(TopologyHarness app, String reason, String model) {
    return app.measured().value(Instrument.DEAD_LETTERS, reason, model);
  }

  private static PredictionEvent event(Map<String, String> segments, Map<String, Double> features) {
    return new PredictionEvent(
        "a", TopologyHarness.MODEL, "", minute(0).toEpochMilli(), segments, features, binary(0.6));
  }

  @Test
  void quarantinesEventsWhoseKeyIsNotTheirId() {
    TopologyHarness app = start();
    byte[] prediction =
        RawAvroSerde.of(Prediction.class)
            .serializer()
            .serialize("", PredictionCodec.encode(event(Map.of(), Map.of())));
    byte[] label =
        RawAvroSerde.of(Label.class).serializer().serialize("", new Label("a", minute(1), 0, 1));

    app.rawPrediction("b", prediction);
    app.rawPrediction(null, prediction);
    app.rawPrediction("a", prediction);
    app.rawLabel("b", label);
    app.rawLabel(null, label);
    app.rawLabel("a", label);

    assertThat(reasons(app)).containsExactly("wrong_key", "wrong_key", "wrong_key", "wrong_key");
    assertThat(newest(app).getLabelled()).isEqualTo(1);
  }

  @Test
  void quarantinesAPredictionOverAnotherNumberOfClasses() {
    TopologyHarness app = start();

    app.predict("a", minute(0), binary(0.6));
    app.predict("b", minute(1), Categorical.of(0.2, 0.3, 0.5));

    assertThat(reasons(app)).containsExactly("wrong_space");
    assertThat(newest(app).getPredictions()).isEqualTo(1);
  }

  @Test
  void quarantinesALabelOfAClassThatThereIsNot() {
    TopologyHarness app = start();

    app.predict("a", minute(0), binary(0.6));
    app.label("a", minute(1), 2);

    assertThat(reasons(app)).containsExactly("unknown_class");
  }

  @Test
  void quarantinesALabelThatContradictsAnotherOfTheSameRevision() {
    TopologyHarness app = start();

    app.predict("a", minute(0), binary(0.6));
    app.label("a", minute(1), 1);
    app.label("a", minute(1), 0);

    assertThat(reasons(app)).containsExactly("duplicate_conflict");
  }

  @Test
  void quarantinesALabelThatCameEarlyAndIsOfNoUse() {
    TopologyHarness app = start();

    app.label("a", minute(1), 7);
    app.predict("a", minute(0), binary(0.6));

    assertThat(reasons(app)).containsExactly("unknown_class");
    assertThat(newest(app).getPredictions()).isEqualTo(1);
  }

  private static List<String> reasons(TopologyHarness app) {
    app.settle();
    return app.deadLetters().stream().map(letter -> header(letter, DeadLetters.REASON)).toList();
  }

  private static String header(TestRecord<String, byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }
}
