package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.score.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SeriesStatisticsTest {
  private static final int CLASSES = 1000;

  private final Random random = new Random(3);

  private Categorical law() {
    double[] weights = random.doubles(CLASSES).map(u -> Math.exp(2 * u)).toArray();
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    for (int k = 0; k < CLASSES; k++) {
      weights[k] /= sum;
    }
    return Categorical.of(weights);
  }

  private int drawn(Categorical law) {
    double left = random.nextDouble();
    int k = 0;
    while (k < CLASSES - 1 && left >= law.probability(k)) {
      left -= law.probability(k++);
    }
    return k;
  }

  /** Two labels are seldom of one class, so that nearly all pairs are a little below 0. */
  @Test
  void theSkceOfCalibratedPredictionsOfAThousandClassesMayBeZero() {
    List<PredictiveDistribution> laws =
        Stream.generate(this::law).limit(100).map(PredictiveDistribution.class::cast).toList();
    Profile profile = ProfileLearner.learn(1, laws, 4, 1);
    int holds = 0;
    for (int file = 0; file < 10; file++) {
      SeriesStatistics statistics = new SeriesStatistics(sketches(profile), false, 10, file);
      for (int i = 0; i < 400; i++) {
        Categorical law = (Categorical) laws.get(random.nextInt(laws.size()));
        statistics.add("id-" + i, new Observation(law, Target.ofClass(drawn(law)), Outcome.OWN));
      }
      Interval skce =
          statistics.measures().stream()
              .filter(measure -> measure.quantity() == Quantity.BLOCK_SKCE)
              .map(Measure::interval)
              .findAny()
              .orElseThrow();
      holds += skce.contains(0) ? 1 : 0;
    }
    assertThat(holds).isGreaterThanOrEqualTo(9);
  }

  /** Neighbours then have residuals of one sign, so that a calibrated model seems to be wrong. */
  @Test
  void theSkceOfBlocksIsLeftOutOfAFileThatIsSortedByItsLabels() {
    List<Observation> coins = coins(1_000);
    List<Observation> sorted = new ArrayList<>(coins);
    sorted.sort(Comparator.comparing(coin -> ((ClassLabel) coin.target()).index()));

    assertThat(of(coins).isSorted()).isFalse();
    assertThat(quantities(of(coins))).contains(Quantity.BLOCK_SKCE);
    assertThat(of(sorted).isSorted()).isTrue();
    assertThat(quantities(of(sorted))).contains(Quantity.CME).doesNotContain(Quantity.BLOCK_SKCE);
  }

  /** A file that is sorted by what is predicted has residuals in any order. */
  @Test
  void theSkceOfBlocksStaysOfAFileThatIsSortedByItsPredictions() {
    List<Observation> sorted = new ArrayList<>(coins(1_000));
    sorted.sort(Comparator.comparing(coin -> ((Categorical) coin.prediction()).probability(1)));

    assertThat(quantities(of(sorted))).contains(Quantity.BLOCK_SKCE);
  }

  @Test
  void theSkceOfBlocksIsLeftOutOfAFileThatIsSortedByItsNumbers() {
    List<Observation> rows = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      Target y = Target.of(random.nextGaussian());
      rows.add(new Observation(Normal.of(0, 1), y, Outcome.OWN));
    }

    assertThat(quantities(of(rows))).contains(Quantity.BLOCK_SKCE);
    rows.sort(Comparator.comparing(row -> ((RealVector) row.target()).get(0)));
    assertThat(quantities(of(rows))).doesNotContain(Quantity.BLOCK_SKCE);
  }

  private List<Observation> coins(int rows) {
    List<Observation> coins = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      double p = random.nextDouble();
      Target y = Target.ofClass(random.nextDouble() < p ? 1 : 0);
      coins.add(new Observation(Categorical.of(1 - p, p), y, Outcome.OWN));
    }
    return coins;
  }

  private static SketchPlan sketches(Profile profile) {
    return SketchPlan.of(profile.space(), profile);
  }

  private static SeriesStatistics of(List<Observation> rows) {
    List<PredictiveDistribution> sample =
        rows.stream().map(Observation::prediction).limit(100).toList();
    SeriesStatistics statistics =
        new SeriesStatistics(sketches(ProfileLearner.learn(1, sample, 4, 1)), false, 10, 1);
    for (int i = 0; i < rows.size(); i++) {
      statistics.add("id-" + i, rows.get(i));
    }
    return statistics;
  }

  private static List<Quantity> quantities(SeriesStatistics statistics) {
    return statistics.measures().stream().map(Measure::quantity).toList();
  }

  /** Without any event, the losses do not vary, and their mean seemed known to its last digit. */
  @Test
  void theLossOfRareEventsThatHaveNotComeYetHasNoInterval() {
    assertThat(intervals(0)).containsOnly(Interval.EVERYTHING);
    assertThat(intervals(9)).containsOnly(Interval.EVERYTHING);
    assertThat(intervals(10)).doesNotContain(Interval.EVERYTHING);
  }

  private static List<Interval> intervals(int events) {
    List<PredictiveDistribution> laws =
        IntStream.rangeClosed(1, 100)
            .<PredictiveDistribution>mapToObj(k -> Categorical.of(1 - k / 1e4, k / 1e4))
            .toList();
    Profile profile = ProfileLearner.learn(1, laws, 4, 1);
    SeriesStatistics statistics = new SeriesStatistics(sketches(profile), false, 10, 1);
    for (int i = 0; i < 1_000; i++) {
      Target y = Target.ofClass(i < events ? 1 : 0);
      statistics.add("id-" + i, new Observation(laws.get(i % laws.size()), y, Outcome.OWN));
    }
    Set<Quantity> ofLosses =
        Set.of(
            Quantity.LOG_LOSS,
            Quantity.BRIER,
            Quantity.BRIER_OF_EVENT,
            Quantity.CALIBRATION_IN_THE_LARGE);
    List<Interval> intervals =
        statistics.measures().stream()
            .filter(measure -> ofLosses.contains(measure.quantity()))
            .map(measure -> Objects.requireNonNull(measure.interval()))
            .toList();
    assertThat(intervals).hasSize(4);
    return intervals;
  }
}
