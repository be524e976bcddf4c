package io.evenkeel.core.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.calibration.Ckce;
import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.calibration.Truths;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.simulation.Table;
import java.util.Arrays;
import java.util.Collections;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Moskvichev and Sejdinovic, Figure 2, Section 5.1.1: how often the estimate of a calibrated model
 * is less than that of a miscalibrated one. Ten classes, Dirichlet(0.1), 100 trials.
 */
@Tag("simulation")
class ModelRankingExperimentTest {
  private static final int TRIALS = 100;
  private static final int CLASSES = 10;
  private static final int[] SIZES = {20, 50, 100, 200, 500};

  @SuppressWarnings("ImmutableEnumChecker") // the functions have no state
  private enum Measure {
    CKCE(sample -> new Ckce(Kernels.classes(sample)).estimate(sample)),
    JKCE(sample -> new Skce(Kernels.classes(sample)).unbiased(sample)),
    ECE(sample -> new CellFrequencies(sample, 3).ece());

    private final ToDoubleFunction<Observations> estimate;

    Measure(ToDoubleFunction<Observations> estimate) {
      this.estimate = estimate;
    }
  }

  @Test
  void theCkceRanksMostReliably() {
    Table table = new Table("papers_ranking", "calibrated", "against", "n", "ckce", "jkce", "ece");
    double[] all = new double[Measure.values().length];
    double[] ofMost = new double[all.length];
    for (boolean marginal : new boolean[] {false, true}) {
      for (double temperature : new double[] {2, 0.5}) {
        for (int n : SIZES) {
          double[] shares =
              Arrays.stream(Measure.values())
                  .mapToDouble(measure -> share(measure, marginal, temperature, n))
                  .toArray();
          for (int k = 0; k < all.length; k++) {
            all[k] += shares[k] / (4 * SIZES.length);
            ofMost[k] += n == SIZES[SIZES.length - 1] ? shares[k] / 4 : 0;
          }
          table.add(
              marginal ? "marginal" : "true conditional",
              temperature > 1 ? "under-confident" : "over-confident",
              n,
              shares[0],
              shares[1],
              shares[2]);
        }
      }
    }
    table.add("mean of all", "", "", all[0], all[1], all[2]);
    table.write(Kernels.KEPT);

    assertThat(all[0]).isGreaterThan(all[1]).isGreaterThan(all[2]);
    for (double share : ofMost) {
      assertThat(share).isGreaterThan(0.9);
    }
  }

  private static double share(Measure measure, boolean marginal, double temperature, int n) {
    return IntStream.range(0, TRIALS)
            .parallel()
            .filter(
                trial -> {
                  Truths truths = Truths.draw(n, CLASSES, 0.1, trial);
                  Observations calibrated = marginal ? marginal(truths) : truths.predicted();
                  return measure.estimate.applyAsDouble(calibrated)
                      < measure.estimate.applyAsDouble(truths.predicted(temperature));
                })
            .count()
        / (double) TRIALS;
  }

  private static Observations marginal(Truths truths) {
    double[] tenth = new double[CLASSES];
    Arrays.fill(tenth, 1.0 / CLASSES);
    return Observations.of(
        Collections.nCopies(truths.targets().size(), Categorical.of(tenth)), truths.targets());
  }
}
