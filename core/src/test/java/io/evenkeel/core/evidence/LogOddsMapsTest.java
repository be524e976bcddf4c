package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.BetaCalibration;
import io.evenkeel.core.recalibration.ClassShift;
import io.evenkeel.core.recalibration.MapKind;
import io.evenkeel.core.recalibration.RecalibrationFamily.Score;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.recalibration.Temperature;
import io.evenkeel.core.score.LabelNoise;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogOddsMapsTest {
  private static final SketchPlan PLAN = SketchPlan.of(TargetSpace.classes(2), null);
  private static final LineMaps PLATT = new LineMaps(LabelNoise.USUAL, true);
  private static final LineMaps LINES = new LineMaps(LabelNoise.USUAL, false);
  private static final IsotonicMaps ISOTONIC = new IsotonicMaps(LabelNoise.USUAL);

  private final SplittableRandom random = new SplittableRandom(1);

  /** Observations whose log-odds, N(−1, 2²), are to be multiplied and shifted. */
  private Observations sample(int size, double slope, double offset) {
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      double odds = 2 * random.nextGaussian() - 1;
      double p = 1 / (1 + Math.exp(-odds));
      double truth = 1 / (1 + Math.exp(-slope * odds - offset));
      predictions.add(Categorical.of(1 - p, p));
      targets.add(Target.ofClass(random.nextDouble() < truth ? 1 : 0));
    }
    return Observations.of(predictions, targets);
  }

  private static Sketch sketch(Observations sample, int from, int to) {
    Sketch sketch = PLAN.empty();
    for (int i = from; i < to; i++) {
      sketch.add(sample.prediction(i), sample.target(i));
    }
    return sketch;
  }

  private static double[] sums(Observations sample) {
    return LogOddsMaps.sums(sketch(sample, 0, sample.size()));
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 3000, 30_000})
  void aLineFromBinsIsThatOfAFitToTheObservations(int size) {
    Observations sample = sample(size, 0.7, 0.4);

    BetaCalibration fitted = (BetaCalibration) MapKind.PLATT.fit(sample);
    double[] line = PLATT.fit(sums(sample)).orElseThrow();

    assertThat(line[0]).isCloseTo(fitted.a(), within(0.02));
    assertThat(line[1]).isCloseTo(fitted.c(), within(0.02));
  }

  @Test
  void ofOneParameterTheLineIsTheOneThatLabelsFavour() {
    RecalibrationMap shift = LINES.map(LINES.fit(sums(sample(5000, 1, 0.4))).orElseThrow());
    RecalibrationMap slope = LINES.map(LINES.fit(sums(sample(5000, 0.7, 0))).orElseThrow());

    assertThat(((ClassShift) shift).logOdds()).isCloseTo(0.4, within(0.1));
    assertThat(((Temperature) slope).temperature()).isCloseTo(1 / 0.7, within(0.1));
  }

  @Test
  void theLogRatioFallsShortOfThatOfTheObservationsByLittle() {
    Observations sample = sample(3000, 0.7, 0.4);
    double[] line = {0.7, 0.4};
    double exact = 0;
    for (int i = 0; i < sample.size(); i++) {
      exact += log(PLATT.map(line).recalibrate(sample.prediction(i)), sample.target(i));
      exact -= log(sample.prediction(i), sample.target(i));
    }

    assertThat(PLATT.logRatio(line, sums(sample))).isBetween(0.95 * exact, 1.02 * exact);
  }

  private static double log(PredictiveDistribution p, Target y) {
    return Math.log(((Categorical) p).probability(y.equals(Target.ofClass(1)) ? 1 : 0));
  }

  /** Of all outcomes of predictions that share bins and do not, some of them all but certain. */
  private static double expectation(LogOddsMaps maps, double... map) {
    double[] p = {0, 3e-6, 9e-6, 0.002, 0.21, 0.26, 0.3, 0.52, 0.71, 0.73, 0.9997, 1};
    double expectation = 0;
    for (int outcome = 0; outcome < 1 << p.length; outcome++) {
      double chance = 1;
      Sketch pane = PLAN.empty();
      for (int i = 0; i < p.length; i++) {
        int y = outcome >> i & 1;
        chance *= y == 1 ? p[i] : 1 - p[i];
        pane.add(Categorical.of(1 - p[i], p[i]), Target.ofClass(y));
      }
      if (chance > 0) {
        expectation += chance * Math.exp(maps.logRatio(map, LogOddsMaps.sums(pane)));
      }
    }
    return expectation;
  }

  @Test
  void theRatioOfAPaneIsAtMostOneOnAverageIfPredictionsAreCalibrated() {
    assertThat(expectation(PLATT, 0.6, 0.8)).isBetween(0.95, 1 + 1e-12);
    assertThat(expectation(PLATT, 1.7, -1)).isBetween(0.95, 1 + 1e-12);
    double[] curve = ISOTONIC.fit(sums(sample(500, 0.4, 1))).orElseThrow();
    assertThat(expectation(ISOTONIC, curve)).isBetween(0.95, 1 + 1e-12);
  }

  @Test
  void aSingleLabelSaysNoMoreThanItCanBeTrustedWith() {
    Sketch impossible = PLAN.empty();
    impossible.add(Categorical.of(1, 0), Target.ofClass(1));

    double won = PLATT.logRatio(new double[] {0.5, 0}, LogOddsMaps.sums(impossible));

    assertThat(won).isPositive().isLessThan(Math.log(1e5) / 2 + 1e-3);
  }

  /** A certain event that comes is certain after every map: the log-ratio is 0. */
  @Test
  void certainEventsSayNoMoreThanTheyShow() {
    Sketch certain = PLAN.empty();
    Sketch failed = PLAN.empty();
    for (int i = 0; i < 100; i++) {
      certain.add(Categorical.of(0, 1), Target.ofClass(1));
      failed.add(Categorical.of(0, 1), Target.ofClass(0));
    }
    for (double slope : new double[] {-0.5, -2, -2.1, -3, -10}) {
      double[] map = {slope, 0};
      assertThat(PLATT.logRatio(map, LogOddsMaps.sums(certain))).isCloseTo(0, within(1e-9));
      assertThat(PLATT.logRatio(map, LogOddsMaps.sums(failed))).isPositive().isFinite();
    }
  }

  @Test
  void theSumsOfMergedPanesAreThoseOfTheWhole() {
    Observations sample = sample(400, 0.7, 0.4);
    Sketch merged = sketch(sample, 0, 150);
    merged.merge(sketch(sample, 150, 400));

    assertThat(PLATT.fit(LogOddsMaps.sums(merged)).orElseThrow())
        .containsExactly(PLATT.fit(sums(sample)).orElseThrow(), within(1e-9));
  }

  @Test
  void withoutLabelsThereIsNoMap() {
    assertThat(PLATT.fit(new double[LogOddsMaps.SUMS])).isEmpty();
    assertThat(ISOTONIC.fit(new double[LogOddsMaps.SUMS])).isEmpty();
  }

  @Test
  void theScoreIsStandardWhereTheMapIsRight() {
    double squares = 0;
    double sum = 0;
    int panes = 2000;
    for (int i = 0; i < panes; i++) {
      double[] pane = sums(sample(50, 0.7, 0.4));
      Score score = PLATT.score(0, Optional.of(new double[] {0.7, 0.4}), pane);
      sum += score.slope();
      squares += score.slope() * score.slope();
    }

    assertThat(sum / panes).isCloseTo(0, within(0.08));
    assertThat(squares / panes).isCloseTo(1, within(0.1));
    assertThat(PLATT.score(0, Optional.empty(), sums(sample(50, 1, 0))).variance()).isZero();
  }
}
