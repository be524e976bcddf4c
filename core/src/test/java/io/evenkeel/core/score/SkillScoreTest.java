package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class SkillScoreTest {
  private static final int[] CLASSES = {2, 0, 0, 2, 2, 1, 0, 2};
  private static final double[] NUMBERS = {3, -1, 4, 4, 0.5, 1000, -2};

  /** By its definition: the shares of the other targets, half a target of each class added. */
  private static Categorical ofOthers(int[] targets, int without, int classes) {
    double[] shares = new double[classes];
    Arrays.fill(shares, 0.5 / (targets.length - 1 + 0.5 * classes));
    for (int i = 0; i < targets.length; i++) {
      shares[targets[i]] += i == without ? 0 : 1 / (targets.length - 1 + 0.5 * classes);
    }
    return Categorical.of(shares);
  }

  @Test
  void climatologyPredictsEachClassFromTheOthers() {
    double[] brier = Climatology.brier(CLASSES, 4);
    double[] logLoss = Climatology.logLoss(CLASSES, 4);

    for (int i = 0; i < CLASSES.length; i++) {
      Categorical others = ofOthers(CLASSES, i, 4);
      ClassLabel y = new ClassLabel(CLASSES[i]);
      assertThat(brier[i]).isCloseTo(BrierScore.of(others, y), within(1e-12));
      assertThat(logLoss[i]).isCloseTo(LogLoss.of(others, y), within(1e-12));
    }
  }

  @Test
  void climatologyPredictsEachNumberFromTheOthers() {
    double[] crps = Climatology.crps(NUMBERS);

    for (int i = 0; i < NUMBERS.length; i++) {
      int without = i;
      double[] others =
          IntStream.range(0, NUMBERS.length)
              .filter(j -> j != without)
              .mapToDouble(j -> NUMBERS[j])
              .toArray();
      RealVector y = (RealVector) Target.of(NUMBERS[i]);
      assertThat(crps[i]).isCloseTo(Crps.of(Ensemble.of(others), y), within(1e-9));
    }
  }

  /** Even of one class alone, which its own frequency would predict without an error. */
  @Test
  void climatologyIsNeverPerfect() {
    for (double score : Climatology.brier(new int[] {1, 1, 1}, 2)) {
      assertThat(score).isPositive();
    }
    for (double score : Climatology.logLoss(new int[] {0, 1, 2}, 3)) {
      assertThat(score).isFinite();
    }
  }

  @Test
  void climatologyRefusesWhatIsNoClass() {
    assertThatThrownBy(() -> Climatology.brier(new int[] {0, 3}, 3))
        .hasMessageContaining("from 0 to 2, got 3");
    assertThatThrownBy(() -> Climatology.crps(new double[] {1})).hasMessageContaining("at least 2");
  }

  @Test
  void isOneLessTheRatioOfTheMeans() {
    SkillScore skill = SkillScore.of(new double[] {1, 2, 0}, new double[] {2, 3, 1});

    assertThat(skill.value()).isCloseTo(0.5, within(1e-15));
    // Of 0, 0.5 and -0.5 the standard deviation is 0.5, and the mean of the baseline is 2.
    assertThat(skill.standardError()).isCloseTo(0.5 / Math.sqrt(3) / 2, within(1e-15));
    assertThat(skill.interval(0.95).contains(0)).isTrue();
  }

  @Test
  void saysHowBadAnImpossibleTargetIs() {
    SkillScore skill =
        SkillScore.of(new double[] {1, Double.POSITIVE_INFINITY}, new double[] {1, 1});

    assertThat(skill.value()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(skill.interval(0.95)).isEqualTo(Interval.EVERYTHING);
    assertThat(SkillScore.of(new double[] {0}, new double[] {0}).value()).isNaN();
    assertThat(SkillScore.of(new double[] {0, 1}, new double[] {0, 0}).value())
        .as("worse than what is always right")
        .isEqualTo(Double.NEGATIVE_INFINITY);
  }

  /** Of p uniform on (0, 1) the Brier score is 1/3 if calibrated, that of the frequency 1/2. */
  @Test
  void coversTheTruthAsOftenAsItSays() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    int covered = 0;
    for (int replicate = 0; replicate < 400; replicate++) {
      int[] targets = new int[200];
      double[] scores = new double[targets.length];
      for (int i = 0; i < targets.length; i++) {
        double p = random.nextDouble();
        targets[i] = random.nextDouble() < p ? 1 : 0;
        scores[i] = BrierScore.of(Categorical.of(1 - p, p), new ClassLabel(targets[i]));
      }
      SkillScore skill = SkillScore.of(scores, Climatology.brier(targets, 2));
      covered += skill.interval(0.95).contains(1 / 3.0) ? 1 : 0;
    }

    assertThat(covered / 400.0).isBetween(0.92, 0.98);
  }

  @Test
  void refusesScoresOfWhichZeroIsNotTheBest() {
    double[] one = {1};
    for (double score : new double[] {-1e-9, Double.NaN}) {
      assertThatThrownBy(() -> SkillScore.of(new double[] {score}, one))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(Double.toString(score));
      assertThatThrownBy(() -> SkillScore.of(one, new double[] {score}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("baseline");
    }
    assertThatThrownBy(() -> SkillScore.of(one, new double[] {Double.POSITIVE_INFINITY}))
        .hasMessageContaining("baseline");
  }

  @Test
  void takesMeansOfHugeScores() {
    assertThat(SkillScore.of(new double[] {1e308, 1e308}, new double[] {1.5e308, 1e308}).value())
        .isCloseTo(1 - 1 / 1.25, within(1e-15));
  }

  /** Rounding left −2e−32: a score that skill refuses. */
  @Test
  void theScoreOfAPointThatCameTrueIsNotBelowZero() {
    Counts p = Counts.of(0, 1, 2e-16, 1e-17 / 20, 3e-17 / 20);

    assertThat(Crps.of(p, (RealVector) Target.of(0))).isNotNegative();
    assertThat(LogLoss.of(Categorical.of(1 + 5e-13, 0), Target.ofClass(0))).isZero();
  }
}
