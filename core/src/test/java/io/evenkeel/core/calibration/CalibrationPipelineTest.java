package io.evenkeel.core.calibration;

import static java.util.Comparator.comparingDouble;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.calibration.CalibrationPipeline.Candidate;
import io.evenkeel.core.calibration.CalibrationPipeline.Outcome;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.recalibration.Temperature;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/**
 * What the risk picks where the truth is known: Gruber and Bach, Section 5.1. Five classes, of
 * which a model is under-confident by a temperature of 10/3.
 */
class CalibrationPipelineTest {
  private static final double TEMPERATURE = 10 / 3.0;
  private static final int N = 500;

  @Test
  void theRiskIsLeastForTheTruth() {
    double[] grid = {0.25, 0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 2};
    double[] risks = new double[grid.length];
    for (int seed = 0; seed < 10; seed++) {
      ResidualSample sample = ResidualSample.canonical(truths(seed).predicted(TEMPERATURE));
      for (int i = 0; i < grid.length; i++) {
        risks[i] += SquaredCalibrationError.risk(sample, simulated(grid[i]).matrix(sample));
      }
    }

    for (int i = 0; i < grid.length; i++) {
      if (grid[i] != 1) {
        assertThat(risks[i]).as("theta = " + grid[i]).isGreaterThan(risks[4]);
      }
    }
  }

  @Test
  void theEstimatorOfLeastRiskComesNearTheTruth() {
    Truths truths = truths(3);
    ResidualSample sample = ResidualSample.canonical(truths.predicted(TEMPERATURE));
    List<Outcome> outcomes = CalibrationPipeline.canonical(5).estimate(sample);

    assertThat(outcomes).hasSize(3).isSortedAccordingTo(comparingDouble(Outcome::risk));
    double truth = squaredError(truths);
    assertThat(outcomes.get(0).squaredError()).isCloseTo(truth, Percentage.withPercentage(20));
    assertThat(outcomes)
        .allSatisfy(
            outcome ->
                assertThat(Math.abs(outcome.squaredError() - truth))
                    .isGreaterThanOrEqualTo(Math.abs(outcomes.get(0).squaredError() - truth)));
  }

  @Test
  void offersBinsAsWellForConfidences() {
    ResidualSample sample = ResidualSample.topLabel(truths(3).predicted(TEMPERATURE));

    List<Outcome> outcomes = CalibrationPipeline.scalar(5).estimate(sample);

    assertThat(outcomes)
        .extracting(Outcome::name)
        .containsExactlyInAnyOrder("bin", "kde", "kkr", "ukkr");
    // With an optimal parameter each of them is about as good as any other.
    assertThat(outcomes)
        .allSatisfy(
            outcome ->
                assertThat(outcome.squaredError())
                    .isCloseTo(outcomes.get(0).squaredError(), Percentage.withPercentage(15)));
  }

  /** The short sum over rows is the long one over pairs, whatever the estimator. */
  @Test
  void theRiskOfMeanResidualsIsThatOfAllPairs() {
    ResidualSample learned = ResidualSample.canonical(truths(5).predicted(TEMPERATURE));
    ResidualSample judged =
        ResidualSample.canonical(truths(6).predicted(TEMPERATURE)).subset(1, 4, 9);
    for (CalibrationFunction function :
        List.of(
            KernelDensity.learn(learned).apply(0.01),
            new KernelRidge(0.5).ofResiduals(learned.subset(0, 1, 2, 3)).apply(0.1))) {
      assertThat(function.risk(judged))
          .isCloseTo(SquaredCalibrationError.risk(judged, function.matrix(judged)), within(1e-14));
      for (int i = 0; i < judged.size(); i++) {
        assertThat(function.diagonal(judged)[i])
            .isCloseTo(function.matrix(judged)[i][i], within(1e-15));
      }
    }
  }

  @Test
  void theRangeIfCalibratedTellsCalibratedConfidencesFromOthers() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(4);
    CalibrationPipeline pipeline = CalibrationPipeline.binned(5);
    int inside = 0;
    for (int trial = 0; trial < 100; trial++) {
      double[] p = random.doubles(100).toArray();
      inside += isInside(pipeline, p, 1, random) ? 1 : 0;
    }

    // 4 standard errors around 0.9.
    assertThat(inside).isBetween(78, 100);
    assertThat(isInside(pipeline, random.doubles(1000).toArray(), 0.5, random)).isFalse();
  }

  /** Events come with log-odds that are {@code slope} times those of the confidences. */
  private static boolean isInside(
      CalibrationPipeline pipeline, double[] p, double slope, UniformRandomProvider random) {
    double[] came =
        Arrays.stream(p)
            .map(c -> random.nextDouble() < 1 / (1 + Math.pow((1 - c) / c, slope)) ? 1 : 0)
            .toArray();
    double error = pipeline.estimate(ResidualSample.ofConfidences(p, came)).get(0).squaredError();
    return pipeline.rangeIfCalibrated(p, 19, 0.9, random).contains(error);
  }

  @Test
  void prefersTheTruthToAnyEstimate() {
    CalibrationPipeline pipeline =
        new CalibrationPipeline(
            List.of(
                new Candidate("ridge", new KernelRidge(0.5)::ofResiduals, List.of(0.01)),
                new Candidate("truth", sample -> theta -> simulated(theta), List.of(0.5, 1.0))),
            2,
            9);
    Truths truths = truths(4);
    ResidualSample sample = ResidualSample.canonical(truths.predicted(TEMPERATURE));

    Outcome best = pipeline.estimate(sample).get(0);

    assertThat(best.name()).isEqualTo("truth");
    assertThat(best.parameter()).isEqualTo(1);
    assertThat(pipeline.estimate(sample).get(0)).isEqualTo(best);
  }

  @Test
  void needsCandidatesAndEnoughObservations() {
    ResidualSample few = ResidualSample.topLabel(Classes.calibrated(24, 1));

    assertThatThrownBy(() -> CalibrationPipeline.scalar(1).estimate(few))
        .hasMessageContaining("n must be at least 25, got 24");
    assertThatThrownBy(() -> new CalibrationPipeline(List.of(), 2, 1))
        .hasMessageContaining("number of candidates");
    assertThatThrownBy(() -> new Candidate("none", KernelDensity::learn, List.of()))
        .hasMessageContaining("size of the grid");
  }

  private static Truths truths(long seed) {
    return Truths.draw(N, 5, 0.04, seed);
  }

  /** h(p, q) = ⟨p − p^(10/3 θ), q − q^(10/3 θ)⟩, powers normalised: the truth for θ = 1. */
  private static CalibrationFunction simulated(double theta) {
    Temperature back = new Temperature(1 / (TEMPERATURE * theta));
    return at -> {
      double[][] errors = new double[at.size()][];
      for (int i = 0; i < errors.length; i++) {
        errors[i] = at.point(i);
        Categorical truth = back.recalibrate(Categorical.of(errors[i]));
        for (int k = 0; k < errors[i].length; k++) {
          errors[i][k] -= truth.probability(k);
        }
      }
      double[][] h = new double[errors.length][errors.length];
      for (int i = 0; i < h.length; i++) {
        for (int j = 0; j < h.length; j++) {
          for (int k = 0; k < errors[i].length; k++) {
            h[i][j] += errors[i][k] * errors[j][k];
          }
        }
      }
      return h;
    };
  }

  private static double squaredError(Truths truths) {
    Observations predicted = truths.predicted(TEMPERATURE);
    double sum = 0;
    for (int i = 0; i < N; i++) {
      sum +=
          Math.pow(
              Distance.EUCLIDEAN.between(predicted.prediction(i), truths.probabilities().get(i)),
              2);
    }
    return sum / N;
  }
}
