package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.schemas.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every limit is hit: what is at it counts, what is beyond it is a dead letter that names it. */
class LimitTopologyTest extends TopologyScenario {
  private static final String LONG = "x".repeat(17);
  private static final PredictionEvent FINE =
      event("a", TopologyHarness.MODEL, "", Map.of(), Map.of(), binary());

  /** An event beyond a limit, set so that the same event with one less would be at it. */
  private record Beyond(String limit, int value, PredictionEvent event) {
    @Override
    public String toString() {
      return limit + " " + event.distribution().getClass().getSimpleName();
    }
  }

  static List<Beyond> beyond() {
    return List.of(
        new Beyond("classes", 3, of(Categorical.of(0.1, 0.2, 0.3, 0.4))),
        new Beyond("dimension", 2, of(Normal.diagonal(new double[3], ones(3)))),
        new Beyond("members", 4, of(Ensemble.of(new double[5][1]))),
        new Beyond("members", 2, of(Quantiles.of(new double[] {.1, .5, .9}, ones(3)))),
        new Beyond(
            "components",
            2,
            of(Mixture.of(new double[] {.2, .3, .5}, Collections.nCopies(3, Normal.of(0, 1))))),
        new Beyond("features", 1, withFeatures(Map.of("a", 1.0, "b", 2.0))),
        new Beyond("text", 16, event(LONG, "m", "", Map.of(), Map.of(), binary())),
        new Beyond("text", 16, event("a", LONG, "", Map.of(), Map.of(), binary())),
        new Beyond("text", 16, event("a", "m", LONG, Map.of(), Map.of(), binary())),
        new Beyond("text", 16, event("a", "m", "", Map.of(LONG, ""), Map.of(), binary())),
        new Beyond("text", 16, event("a", "m", "", Map.of("", LONG), Map.of(), binary())),
        new Beyond("text", 16, withFeatures(Map.of(LONG, 1.0))));
  }

  @ParameterizedTest
  @MethodSource("beyond")
  void quarantinesAPredictionBeyondALimit(Beyond beyond) {
    TopologyHarness app = start("limits." + beyond.limit + "=" + beyond.value);

    app.predict(beyond.event);

    assertThat(letters(app))
        .singleElement()
        .satisfies(letter -> assertThat(reason(letter)).isEqualTo("over_limit"))
        .satisfies(
            letter ->
                assertThat(message(letter))
                    .contains("limits." + beyond.limit + " is " + beyond.value));
  }

  @ParameterizedTest
  @MethodSource("beyond")
  void takesAPredictionAtALimit(Beyond beyond) {
    TopologyHarness app = start("limits." + beyond.limit + "=" + (beyond.value + 1));

    app.predict(beyond.event);

    assertThat(letters(app)).isEmpty();
  }

  @Test
  void quarantinesLabelsBeyondALimit() {
    TopologyHarness app = start("limits.text=16", "limits.dimension=2");

    app.label(new LabelEvent(LONG, T0.toEpochMilli(), 0, new RawTarget.Index(1)));
    app.label(new LabelEvent("a", T0.toEpochMilli(), 0, new RawTarget.Name(LONG)));
    app.label(
        new LabelEvent(
            "a", T0.toEpochMilli(), 0, new RawTarget.Reals((RealVector) Target.of(1, 2, 3))));

    assertThat(letters(app))
        .extracting(LimitTopologyTest::reason)
        .containsExactly("over_limit", "over_limit", "over_limit");
  }

  @Test
  void quarantinesNamesThatDatabasesRefuse() {
    TopologyHarness app = start();

    app.predict(event("a\0", "m", "", Map.of(), Map.of(), binary()));
    app.predict(event("a", "m\0", "", Map.of(), Map.of(), binary()));
    app.predict(event("a", "m", "", Map.of("region", "\0"), Map.of(), binary()));
    app.label(new LabelEvent("a", T0.toEpochMilli(), 0, new RawTarget.Name("\0")));

    assertThat(letters(app))
        .hasSize(4)
        .allSatisfy(letter -> assertThat(reason(letter)).isEqualTo("unreadable"))
        .allSatisfy(letter -> assertThat(message(letter)).contains("U+0000"));
  }

  /** A sink of alerts would stop at it for good. */
  @Test
  void noAlertHasANameThatDatabasesRefuse() {
    TopologyHarness app = start();

    for (int i = 0; i < 10; i++) {
      app.predict(event("a" + i, "m\0", "", Map.of(), Map.of(), binary()));
    }
    app.pass(Duration.ofMinutes(1));
    app.pass(Duration.ofMinutes(1));

    assertThat(letters(app)).hasSize(10);
    assertThat(app.alerts()).isEmpty();
  }

  /** A producer that puts a document into the field of the model would fill the memory of all. */
  @Test
  void noMetricHasANameBeyondTheLimit() {
    TopologyHarness app = start();
    String model = "x".repeat(900_000);

    app.predict(event("a", model, "", Map.of(), Map.of(), binary()));
    app.predict(event("b", "m\0", "", Map.of(), Map.of(), binary()));

    assertThat(letters(app)).hasSize(2);
    assertThat(app.measured().scrape())
        .contains("evenkeel_dead_letters_total{model=\"\",reason=\"over_limit\"} 1.0")
        .contains("evenkeel_dead_letters_total{model=\"\",reason=\"unreadable\"} 1.0")
        .hasSizeLessThan(100_000);
  }

  /** Each of them is within the limit of a text. A sink would stop at such a row for good. */
  @ParameterizedTest
  @CsvSource({"956,over_limit", "955,"})
  void quarantinesNamesThatMakeNoKeyOfATable(int characters, @Nullable String reason) {
    TopologyHarness app = start("defaults.segments=region", "limits.text=1000");
    // Three bytes a character; two separators and the name of the attribute have nine.
    String model = "\u6a21".repeat(256);
    String version = "\u7248".repeat(256);
    String region = "x".repeat(characters);

    app.predict(event("a", model, version, Map.of("region", region), Map.of(), binary()));

    assertThat(letters(app))
        .extracting(LimitTopologyTest::reason)
        .isEqualTo(reason == null ? List.of() : List.of(reason));
  }

  @ParameterizedTest
  @CsvSource({"999,unreadable", "1000,unreadable", "1001,over_limit", "5000000,over_limit"})
  void readsNoRecordBeyondItsLimit(int bytes, String reason) {
    TopologyHarness app = start("limits.record=1000");

    app.rawPrediction("a", new byte[bytes]);
    app.rawLabel("a", new byte[bytes]);

    assertThat(letters(app)).extracting(LimitTopologyTest::reason).containsOnly(reason).hasSize(2);
  }

  @Test
  void quarantinesADistributionOfWhichNoProfileCouldBeMade() {
    TopologyHarness app = start("kafka.producer.max.request.size=100000");

    app.predict(of(uniform(2_000)));
    app.predict(of(uniform(400)));

    assertThat(letters(app))
        .singleElement()
        .satisfies(letter -> assertThat(message(letter)).contains("max.request.size"));
  }

  @Test
  void quarantinesVersionsBeyondTheirLimitAndGoesOnWithOthers() {
    TopologyHarness app = start("limits.versions=3");
    stream(app, 0, 20, 0.6, 0.6);

    for (int i = 0; i < 10; i++) {
      app.predict(event("v" + i, TopologyHarness.MODEL, "v" + i, Map.of(), Map.of(), binary()));
    }
    stream(app, 20, 40, 0.6, 0.6);
    app.predict(event("again", TopologyHarness.MODEL, "v0", Map.of(), Map.of(), binary()));

    assertThat(letters(app))
        .extracting(LimitTopologyTest::reason)
        .hasSize(8)
        .containsOnly("over_limit");
    assertThat(predictions(app)).containsEntry(TopologyHarness.MODEL + "/", 40L);
    assertThat(predictions(app)).containsEntry(TopologyHarness.MODEL + "/v0", 2L);
  }

  @Test
  void quarantinesModelsBeyondTheirLimitButNoneThatIsListed() {
    TopologyHarness app = start("limits.models=3", "models.listed.labels.min=1");

    for (int i = 0; i < 10; i++) {
      app.predict(event("m" + i, "m" + i, "", Map.of(), Map.of(), binary()));
    }
    app.predict(event("listed", "listed", "", Map.of(), Map.of(), binary()));
    app.predict(event("again", "m0", "", Map.of(), Map.of(), binary()));

    assertThat(letters(app))
        .extracting(LimitTopologyTest::reason)
        .hasSize(7)
        .containsOnly("over_limit");
    assertThat(predictions(app)).containsEntry("listed/", 1L).containsEntry("m0/", 2L);
  }

  @Test
  void quarantinesHeartbeatsOfModelsBeyondTheLimit() {
    TopologyHarness app = start("limits.models=3", "limits.text=16");

    for (int i = 0; i < 5; i++) {
      app.heartbeat("m" + i, T0);
    }
    app.heartbeat(LONG, T0);

    assertThat(letters(app))
        .extracting(LimitTopologyTest::reason)
        .hasSize(6)
        .containsOnly("over_limit");
  }

  @Test
  void letsAModelInWhenAnotherIsForgotten() {
    TopologyHarness app = start("limits.versions=1", "defaults.forget-after=1h");
    app.predict(FINE);
    app.label("a", T0, 1);
    app.heartbeat(T0.plusSeconds(100_000));
    app.settle();

    app.predict(
        new PredictionEvent(
            "b",
            TopologyHarness.MODEL,
            "new",
            T0.plusSeconds(100_000).toEpochMilli(),
            Map.of(),
            Map.of(),
            binary()));

    assertThat(letters(app)).isEmpty();
  }

  @Test
  void letsAModelInWhenNothingIsHeardOfAnother() {
    TopologyHarness app =
        start("limits.models=1", "monitor.idle-timeout=1m", "defaults.forget-after=1h");
    app.heartbeat("gone", T0);
    app.heartbeat("new", T0);
    assertThat(letters(app)).as("one of each topic").hasSize(2);

    app.pass(Duration.ofMinutes(30));
    app.settle();
    app.heartbeat("new", T0);
    assertThat(letters(app)).as("heard of lately").hasSize(2);

    app.pass(Duration.ofHours(3));
    app.settle();
    assertThat(keys(app, "clocks")).isEmpty();
    assertThat(keys(app, "frontiers")).isEmpty();
    app.heartbeat("new", T0);

    assertThat(letters(app)).isEmpty();
  }

  @Test
  void forgetsNoModelOfWhichASeriesIsJudged() {
    TopologyHarness app =
        start(
            "monitor.idle-timeout=1m",
            "defaults.forget-after=1h",
            "defaults.alert.no-data-after=10h");
    stream(app, 0, 30, 0.5, 0.5);
    app.settle();

    app.pass(Duration.ofHours(8));
    app.settle();
    assertThat(keys(app, "clocks")).hasSize(1);

    app.pass(Duration.ofHours(20));
    app.settle();
    app.pass(Duration.ofHours(2));
    app.settle();
    assertThat(keys(app, "clocks")).isEmpty();
    assertThat(keys(app, "active-series")).isEmpty();
  }

  @Test
  void quarantinesMoreLabelsThanWaitForOnePrediction() {
    TopologyHarness app = start();

    for (int revision = 0; revision < 20; revision++) {
      app.label("a", T0, revision, revision % 2);
    }

    assertThat(letters(app))
        .extracting(LimitTopologyTest::reason)
        .hasSize(4)
        .containsOnly("over_limit");
  }

  // ---

  private static Map<String, Long> predictions(TopologyHarness app) {
    app.settle();
    Map<String, Map<Instant, Long>> newest =
        app.verdicts().stream()
            .collect(
                Collectors.groupingBy(
                    verdict -> verdict.getModel() + "/" + verdict.getVersion(),
                    Collectors.toMap(
                        Verdict::getWindowStart, Verdict::getPredictions, (before, now) -> now)));
    return newest.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                entry -> entry.getValue().values().stream().mapToLong(n -> n).sum()));
  }

  private static List<String> keys(TopologyHarness app, String store) {
    List<String> keys = new ArrayList<>();
    try (var all = app.driver().<String, Object>getKeyValueStore(store).all()) {
      all.forEachRemaining(entry -> keys.add(entry.key));
    }
    return keys;
  }

  private static List<TestRecord<String, byte[]>> letters(TopologyHarness app) {
    app.settle();
    return app.deadLetters();
  }

  private static String reason(TestRecord<String, byte[]> letter) {
    return header(letter, DeadLetters.REASON);
  }

  private static String message(TestRecord<String, byte[]> letter) {
    return header(letter, DeadLetters.MESSAGE);
  }

  private static String header(TestRecord<String, byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  private static Categorical binary() {
    return TopologyHarness.binary(0.6);
  }

  private static Categorical uniform(int classes) {
    double[] p = new double[classes];
    Arrays.fill(p, 1.0 / classes);
    return Categorical.of(p);
  }

  private static double[] ones(int n) {
    return IntStream.range(0, n).mapToDouble(i -> 1).toArray();
  }

  private static PredictionEvent of(PredictiveDistribution distribution) {
    return event("a", "m" + distribution.space().size(), "", Map.of(), Map.of(), distribution);
  }

  private static PredictionEvent withFeatures(Map<String, Double> features) {
    return event("a", "m", "", Map.of(), features, binary());
  }

  private static PredictionEvent event(
      String id,
      String model,
      String version,
      Map<String, String> segments,
      Map<String, Double> features,
      PredictiveDistribution distribution) {
    return new PredictionEvent(
        id, model, version, T0.toEpochMilli(), segments, features, distribution);
  }
}
