package io.evenkeel.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.recalibration.Temperature;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/**
 * Estimates of proper calibration errors where the truth is known: Popordanoska, Gruber et al.,
 * Section 7.1. The truth is a uniform point of the simplex at temperature 0.9, and the prediction
 * the truth at temperature 0.6. Two classes.
 */
class ProperGroundTruthTest {
  private static final Temperature TRUTH = new Temperature(0.9);
  private static final Temperature MODEL = new Temperature(0.6);

  @Test
  void hasAKnownTruth() {
    assertThat(truth(ProperScore.BRIER)).isCloseTo(0.01259, within(1e-5));
    assertThat(truth(ProperScore.LOG_LOSS)).isCloseTo(0.03660, within(1e-5));
  }

  @Test
  void theDefinitionIsNearerThanTheScore() {
    List<ProperCalibration> all = estimates(0.01);
    double squared = truth(ProperScore.BRIER);
    double logarithmic = truth(ProperScore.LOG_LOSS);

    assertThat(Math.abs(mean(all, c -> c.squared().calibration()) - squared))
        .isLessThan(Math.abs(mean(all, c -> c.squared().calibrationByScore()) - squared));
    assertThat(Math.abs(mean(all, c -> c.logarithmic().calibration()) - logarithmic))
        .isLessThan(Math.abs(mean(all, c -> c.logarithmic().calibrationByScore()) - logarithmic));
  }

  @Test
  void smoothingMakesTheDefinitionTooSmallAndTheScoreTooLarge() {
    List<ProperCalibration> all = estimates(0.05);
    double squared = truth(ProperScore.BRIER);

    assertThat(mean(all, c -> c.squared().calibration())).isLessThan(0.7 * squared);
    assertThat(mean(all, c -> c.squared().calibrationByScore())).isGreaterThan(2 * squared);
  }

  private static List<ProperCalibration> estimates(double bandwidth) {
    ProperCalibrationError error = new ProperCalibrationError(new DirichletKernel(bandwidth));
    return IntStream.range(0, 6).mapToObj(seed -> error.estimate(sample(seed))).toList();
  }

  private static double mean(
      List<ProperCalibration> all, ToDoubleFunction<ProperCalibration> value) {
    return all.stream().mapToDouble(value).average().orElseThrow();
  }

  private static double truth(ProperScore score) {
    int points = 100_000;
    double sum = 0;
    for (int i = 0; i < points; i++) {
      double u = (i + 0.5) / points;
      Categorical p = TRUTH.recalibrate(Categorical.of(u, 1 - u));
      sum +=
          score.divergence(new double[] {p.probability(0), p.probability(1)}, MODEL.recalibrate(p));
    }
    return sum / points;
  }

  private static Observations sample(long seed) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    List<Categorical> truths =
        random.doubles(1000).mapToObj(u -> TRUTH.recalibrate(Categorical.of(u, 1 - u))).toList();
    return Truths.of(truths, random).predicted(MODEL.temperature());
  }
}
