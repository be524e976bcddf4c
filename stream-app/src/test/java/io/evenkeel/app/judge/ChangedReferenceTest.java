package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.DoublesCodec;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.ProfileRecords;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.drift.FeatureLearner;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.internal.Frontier;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.SourceOffsets;
import io.evenkeel.schemas.internal.TargetKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a restart with another file of {@code drift.reference} makes of an open alert of drift. */
class ChangedReferenceTest {
  private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  private static final long PANE = Duration.ofHours(1).toMillis();
  private static final int CASES = 100;
  private static final SeriesKey SERIES = SeriesKey.whole("m", "");
  private static final double USUAL = 40;
  private static final double OTHER = 60;

  @TempDir private Path folder;

  private final MockProcessorContext<String, Object> context = new MockProcessorContext<>();
  private final SplittableRandom random = new SplittableRandom(1);
  private final List<PredictiveDistribution> predictions = predictions();
  private final io.evenkeel.core.profile.Profile profile =
      ProfileLearner.learn(1, predictions, 4, 1);
  private final DriftPlan plan =
      new DriftPlan(
          ProfileRecords.embedding(profile),
          Features.NONE,
          FeatureLearner.learn(sample(), 1, 1),
          FeatureLearner.ofTargets(predictions, 1));
  private Processor<String, Partial, String, Object> judge = processor(AppConfig.of(Map.of()));
  private int paneForm;
  private int panes;
  private final List<Alert> alerts = new ArrayList<>();

  private List<PredictiveDistribution> predictions() {
    List<PredictiveDistribution> all = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      all.add(prediction());
    }
    return all;
  }

  private Categorical prediction() {
    double p = random.nextDouble(0.1, 0.9);
    return Categorical.of(1 - p, p);
  }

  private List<Map<String, Double>> sample() {
    List<Map<String, Double>> all = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      all.add(Map.of("age", aged(USUAL)));
    }
    return all;
  }

  /** A sum of uniform numbers: of standard deviation 10. */
  private double aged(double mean) {
    return mean + 10 * (random.doubles(12).sum() - 6);
  }

  @BeforeEach
  void open() {
    context.setCurrentSystemTimeMs(START);
    context.setCurrentStreamTimeMs(START);
    for (String store :
        List.of(
            StoreNames.PARTIALS,
            StoreNames.ALERTS,
            StoreNames.MONITORS,
            StoreNames.DRIFT_MONITORS,
            StoreNames.SERIES,
            StoreNames.FRONTIERS,
            StoreNames.ACTIVE_SERIES,
            StoreNames.SILENCES,
            StoreNames.OPEN_ALERTS)) {
      context.addStateStore(new MapStore<>(store));
    }
    MapStore<ValueAndTimestamp<Profile>> profiles = new MapStore<>(StoreNames.PROFILES);
    double[] learned = new double[plan.length()];
    profiles.put(
        SERIES.modelKey(),
        ValueAndTimestamp.make(ProfileRecords.toRecord(SERIES, START, profile, plan, learned), 0));
    context.addStateStore(profiles);
  }

  private static Processor<String, Partial, String, Object> processor(AppConfig config) {
    return JudgeProcessor.supplier(config, new Metrics(), 1, new SeriesWeights()).get();
  }

  /** Begins, or goes on after a stop, with a file of cases of an age. */
  private void start(double age) throws IOException {
    StringBuilder rows = new StringBuilder("p,age,y\n");
    for (int i = 0; i < 1000; i++) {
      double p = prediction().probability(1);
      rows.append(p).append(',').append(aged(age)).append(',');
      rows.append(random.nextDouble() < p ? 1 : 0).append('\n');
    }
    Files.writeString(folder.resolve("past.csv"), rows);
    Path file =
        Files.writeString(
            folder.resolve("past.yaml"),
            """
            models:
              - model: m
                file: past.csv
                id: '{p}'
                time: {start: 2025-01-01T00:00:00Z, step: 1s}
                distribution: {binary: p}
                features: [age]
                label: {column: y, delay: 1h}
            """);
    AppConfig config =
        AppConfig.of(
            Map.of(
                "defaults.window.size", "1h",
                "defaults.window.advance", "1h",
                "defaults.drift.reference", "file:" + file));
    paneForm = config.model(SERIES.model()).paneForm();
    judge = processor(config);
    judge.init(context);
  }

  /** The next pane, of cases of an age, all of whose labels are in. */
  private void pane(double age) {
    Sketch sketch = SketchPlan.of(profile.space(), profile).empty();
    double[] drift = new double[plan.length()];
    for (int i = 0; i < CASES; i++) {
      Categorical prediction = prediction();
      Target target = Target.ofClass(random.nextDouble() < prediction.probability(1) ? 1 : 0);
      sketch.add(prediction, target);
      plan.add(drift, prediction, Map.of("age", aged(age)));
      plan.label(drift, prediction, target, 1);
    }
    long start = START + panes * PANE;
    long end = start + PANE;
    panes++;
    PaneSketch pane =
        new PaneSketch(
            start,
            TargetKind.CLASSES,
            2,
            1,
            (long) CASES,
            0L,
            DoublesCodec.toBytes(sketch.toArray()),
            List.of(),
            DoublesCodec.toBytes(drift),
            List.of(),
            List.of(),
            new SourceOffsets(0, 0L, 1L, 0L, 1L));
    take(new Partial(SERIES.model(), "", "", 0, null, pane, paneForm, null));
    Frontier frontier = new Frontier(end, end, Map.of("", end), false, end);
    take(new Partial(SERIES.model(), "", "", 0, frontier, null, 0, null));
    look(end);
  }

  private void take(Partial partial) {
    judge.process(new Record<>(SERIES.key(), partial, START));
  }

  private void look(long now) {
    context.resetForwards();
    context.setCurrentSystemTimeMs(now);
    context.setCurrentStreamTimeMs(now);
    var punctuators = context.scheduledPunctuators();
    punctuators.get(punctuators.size() - 1).getPunctuator().punctuate(now);
    for (var forwarded : context.forwarded()) {
      if (forwarded.record().value() instanceof Alert alert
          && !alert.getRepeated()
          && alert.getRule().equals(Rule.FEATURE_DRIFT.key())) {
        alerts.add(alert);
      }
    }
  }

  private Alert newest() {
    return alerts.get(alerts.size() - 1);
  }

  private void panesUntil(double age, AlertState state) {
    int limit = panes + 20;
    while (alerts.isEmpty() || newest().getState() != state) {
      assertThat(panes).as("panes until %s", state).isLessThan(limit);
      pane(age);
    }
  }

  @Test
  void anAlertSaysThatItEndsAsItIsComparedWithOtherCases() throws IOException {
    start(USUAL);
    pane(USUAL);
    panesUntil(OTHER, AlertState.FIRING);

    judge.close();
    start(OTHER);
    panesUntil(OTHER, AlertState.RESOLVED);

    assertThat(newest().getChange()).isEqualTo(AlertChange.RETIRED);
    assertThat(newest().getSummary())
        .isEqualTo(
            "m: what it is compared with has changed (drift.reference), so that the evidence"
                + " starts from the beginning");

    panesUntil(USUAL, AlertState.FIRING);
    panesUntil(OTHER, AlertState.RESOLVED);
    assertThat(newest().getChange()).isEqualTo(AlertChange.ENDED);
  }
}
