package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.observe.PartitionReplay;
import io.evenkeel.app.state.DoublesCodec;
import io.evenkeel.app.state.PaneSums;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A label that was corrected leaves nothing behind, however wrong it was. */
class CorrectedLabelsTopologyTest extends TopologyScenario {
  private static final String[] SETTINGS = {
    "defaults.segments=country", "defaults.labels.wait=2h", "defaults.profile.sample=40"
  };
  private static final int CASES = 120;
  private static final double[] FILL_VALUES = {9.96921e36, 1e9, -1e20, Double.MAX_VALUE};

  private final SplittableRandom random = new SplittableRandom(5);
  private final List<PredictionEvent> predictions = new ArrayList<>();
  private final List<LabelEvent> right = new ArrayList<>();

  private enum Form {
    NORMAL,
    ENSEMBLE,
    QUANTILES
  }

  /** Some ensembles are certain of 0, as those of rain are. */
  private PredictiveDistribution law(Form form) {
    double mean = random.nextGaussian();
    return switch (form) {
      case NORMAL -> Normal.of(mean, 1);
      case ENSEMBLE ->
          random.nextInt(4) == 0
              ? Ensemble.of(new double[9])
              : Ensemble.of(
                  IntStream.range(0, 9).mapToDouble(i -> mean + random.nextGaussian()).toArray());
      case QUANTILES ->
          Quantiles.of(new double[] {0.1, 0.5, 0.9}, new double[] {mean - 1.3, mean, mean + 1.3});
    };
  }

  private PredictionEvent prediction(int i, long madeAt, Form form) {
    return new PredictionEvent(
        "id-" + i,
        MODEL,
        "",
        madeAt,
        Map.of("country", i % 2 == 0 ? "DE" : "FR"),
        Map.of("age", (double) (i % 11)),
        law(form));
  }

  private static LabelEvent label(int i, int revision, double target) {
    return label(i, i + 1 + revision, revision, target);
  }

  private static LabelEvent label(int i, int minute, int revision, double target) {
    long known = minute(minute).toEpochMilli();
    return new LabelEvent("id-" + i, known, revision, new RawTarget.Real(target));
  }

  /** One case a minute. Every third label is wrong at first; each is right in the end. */
  private void play(TopologyHarness app, Form form) {
    for (int i = 0; i < CASES; i++) {
      PredictionEvent event = prediction(i, minute(i).toEpochMilli(), form);
      predictions.add(event);
      app.predict(event);
      boolean isWrong = i % 3 == 0;
      LabelEvent last = label(i, isWrong ? 2 : 0, random.nextGaussian());
      right.add(last);
      app.label(isWrong ? label(i, 0, FILL_VALUES[random.nextInt(FILL_VALUES.length)]) : last);
      if (i % 10 == 9) {
        right.stream()
            .skip(i - 9)
            .filter(label -> label.revision() > 0)
            .forEach(
                label -> {
                  int corrected = Integer.parseInt(label.id().substring(3));
                  app.label(label(corrected, 1, -FILL_VALUES[corrected % FILL_VALUES.length]));
                  app.label(label);
                });
      }
    }
    app.settle();
  }

  private static PartitionReplay replay(SeriesKey series, Map<String, Profile> profiles) {
    return new PartitionReplay(
        config(SETTINGS), series, 0, new PartitionReplay.Known(profiles, Map.of()));
  }

  private Map<Long, PaneSketch> ofRightLabels(SeriesKey series, Map<String, Profile> profiles) {
    PartitionReplay replay = replay(series, profiles);
    IntStream.range(0, CASES).forEach(i -> replay.predicted(predictions.get(i), i));
    IntStream.range(0, CASES).forEach(i -> replay.labelled(right.get(i), i));
    Map<Long, PaneSketch> panes = new TreeMap<>();
    replay
        .partials()
        .forEach(partial -> panes.put(partial.getPane().getStart(), partial.getPane()));
    return panes;
  }

  private static double[] sums(PaneSketch pane, Map<String, Profile> profiles) {
    return PaneSums.of(pane, SeriesKey.modelKey(MODEL, ""), profiles);
  }

  private static void assertClose(double[] found, double[] wanted) {
    assertThat(found).hasSameSizeAs(wanted);
    for (int i = 0; i < found.length; i++) {
      double least = 1e-9 * Math.max(1, Math.abs(wanted[i]));
      assertThat(Double.compare(found[i], wanted[i]) == 0 || Math.abs(found[i] - wanted[i]) < least)
          .as("sum %s is %s, not %s", i, found[i], wanted[i])
          .isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "NORMAL, ''",
    "NORMAL, country=DE",
    "ENSEMBLE, ''",
    "ENSEMBLE, country=DE",
    "QUANTILES, ''",
    "QUANTILES, country=DE"
  })
  void sumsAreThoseOfTheRightLabels(Form form, String segment) {
    TopologyHarness app = start(SETTINGS);
    play(app, form);
    SeriesKey series = new SeriesKey(MODEL, "", segment);

    Map<Long, PaneSketch> panes = app.panes(series);

    Map<String, Profile> profiles = app.profiles();
    Map<Long, PaneSketch> expected = ofRightLabels(series, profiles);
    assertThat(panes.keySet()).isEqualTo(expected.keySet()).hasSizeGreaterThan(10);
    panes.forEach(
        (start, pane) -> {
          PaneSketch other = Objects.requireNonNull(expected.get(start));
          assertClose(sums(pane, profiles), sums(other, profiles));
          assertClose(
              DoublesCodec.toDoubles(pane.getDrift()), DoublesCodec.toDoubles(other.getDrift()));
        });
  }

  /** Far more often than a pane can be counted again for each of them. */
  @Test
  void sumsAreThoseOfTheRightLabelsHoweverOftenOneWasWrong() {
    SeriesKey series = SeriesKey.whole(MODEL, "");
    PartitionReplay troubled = replay(series, Map.of());
    PartitionReplay calm = replay(series, Map.of());
    int cases = 3000;
    for (int i = 0; i < cases; i++) {
      PredictionEvent event = prediction(i, minute(0).toEpochMilli() + i, Form.NORMAL);
      troubled.predicted(event, i);
      calm.predicted(event, i);
    }
    for (int revision = 0; revision < 400; revision++) {
      troubled.labelled(label(0, 1, revision, revision % 2 == 0 ? 1e36 : 0.5), revision);
    }
    calm.labelled(label(0, 1, 0, 0.5), 0);
    for (int i = 1; i < cases; i++) {
      LabelEvent label = label(i, 1, 0, random.nextGaussian());
      troubled.labelled(label, 400L + i);
      calm.labelled(label, 400L + i);
    }

    PaneSketch found = onlyPane(troubled);
    PaneSketch expected = onlyPane(calm);
    assertClose(sums(found, Map.of()), sums(expected, Map.of()));
  }

  private static PaneSketch onlyPane(PartitionReplay replay) {
    Partial partial = replay.partials().iterator().next();
    return Objects.requireNonNull(partial.getPane());
  }
}
