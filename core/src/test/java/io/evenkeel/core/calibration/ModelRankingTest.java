package io.evenkeel.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.MedianHeuristic;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * How often an estimate finds the better calibrated of two models: Moskvichev and Sejdinovic,
 * Section 5.1.1. Ten classes; the calibrated models know the true probabilities, or predict the
 * marginal ones; the others are over- or under-confident by a temperature of ½ and 2.
 */
class ModelRankingTest {
  private static final int TRIALS = 40;

  @Test
  void theCkceRanksMoreReliablyThanTheSkceFromFewObservations() {
    double ckce = ranked(60, sample -> new Ckce(kernel(sample)).estimate(sample));
    double skce = ranked(60, sample -> new Skce(kernel(sample)).unbiased(sample));

    assertThat(ckce).isGreaterThan(0.9);
    assertThat(skce).isLessThan(0.85);
  }

  /** The share of trials and pairs in which the calibrated model has the smaller estimate. */
  private static double ranked(int n, ToDoubleFunction<Observations> estimate) {
    int right = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      Truths truths = Truths.draw(n, 10, 0.1, trial);
      double[] probabilities = new double[10];
      Arrays.fill(probabilities, 0.1);
      Observations marginal =
          Observations.of(Collections.nCopies(n, Categorical.of(probabilities)), truths.targets());
      for (Observations calibrated : List.of(truths.predicted(), marginal)) {
        for (double temperature : new double[] {0.5, 2}) {
          if (estimate.applyAsDouble(calibrated)
              < estimate.applyAsDouble(truths.predicted(temperature))) {
            right++;
          }
        }
      }
    }
    return right / (4.0 * TRIALS);
  }

  private static TensorKernel kernel(Observations sample) {
    double gamma = MedianHeuristic.of(Distance.EUCLIDEAN, sample.predictions());
    return new TensorKernel(Ckce.predictionKernel(gamma), new KroneckerKernel());
  }
}
