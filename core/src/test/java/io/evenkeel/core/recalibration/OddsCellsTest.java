package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OddsCellsTest {
  private static final int CELLS = 40;
  private static final double STEP = 0.01;

  /** Log-odds from −20 to 20, as of naive Bayes, whose labels hardly follow them. */
  private record Cells(double[] odds, double[] counts, double[] hits) {
    static Cells draw(SplittableRandom random, int size, double slope) {
      Cells cells = new Cells(new double[CELLS], new double[CELLS], new double[CELLS]);
      for (int c = 0; c < CELLS; c++) {
        cells.odds[c] = 40.0 * (c + 0.5) / CELLS - 20;
      }
      for (int i = 0; i < size; i++) {
        int c = (int) Math.max(0, Math.min(CELLS - 1, CELLS / 2.0 + 8 * random.nextGaussian()));
        cells.counts[c]++;
        cells.hits[c] += random.nextDouble() < probability(slope * cells.odds[c]) ? 1 : 0;
      }
      return cells;
    }

    OddsCells cells() {
      double[] probabilities = new double[CELLS];
      for (int c = 0; c < CELLS; c++) {
        probabilities[c] = counts[c] * probability(odds[c]);
      }
      return OddsCells.of(counts, probabilities, hits);
    }

    /** Minus the logarithm of the likelihood of a beta calibration, shrunk. */
    double loss(double a, double b, double offset) {
      double loss = 10 * ((a - 1) * (a - 1) + (b - 1) * (b - 1)) + 2 * offset * offset;
      for (int c = 0; c < CELLS; c++) {
        if (counts[c] > 0) {
          double p = probability(odds[c]);
          double z = a * Math.log(p) - b * Math.log1p(-p) + offset;
          loss += counts[c] * Math.log1p(Math.exp(z)) - hits[c] * z;
        }
      }
      return loss;
    }

    private static double probability(double odds) {
      return 1 / (1 + Math.exp(-odds));
    }
  }

  @Test
  void aBetaCalibrationIsMoreLikelyThanThoseAroundIt() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 500; i++) {
      Cells cells = Cells.draw(random, 20 + random.nextInt(1000), 0.1 * random.nextDouble());

      BetaCalibration beta = cells.cells().beta();

      double loss = cells.loss(beta.a(), beta.b(), beta.c());
      for (double by : new double[] {-STEP, STEP}) {
        assertThat(loss).isLessThanOrEqualTo(cells.loss(beta.a() + by, beta.b(), beta.c()));
        assertThat(loss).isLessThanOrEqualTo(cells.loss(beta.a(), beta.b() + by, beta.c()));
        assertThat(loss).isLessThanOrEqualTo(cells.loss(beta.a(), beta.b(), beta.c() + by));
      }
    }
  }

  /** As those of probabilities that are rounded, or taken for the least that labels can tell. */
  @Test
  void cellsThatDifferByRoundingAloneAreOneKnot() {
    for (int n = 1; n < 60; n++) {
      for (int m = 1; m < 60; m++) {
        double[] counts = {n, m, 100};
        double[] probabilities = {n * 1e-5, sum(m, 1e-5), 50};
        double[] hits = {0, 1, 50};

        MonotoneCurve curve = OddsCells.of(counts, probabilities, hits).isotonic().curve();

        assertThat(curve.from()).as("%d and %d", n, m).hasSize(2);
      }
    }
  }

  /** Where 0 and 1e-6 come true as often as .01, and 1 − 1e-6 as seldom as .9. */
  @Test
  void membersOfTheOuterPoolsBecomeTheirValue() {
    double[] probabilities = {0, 1e-9, 1e-6, 1e-3, 0.01, 0.3, 0.6, 0.9, 0.99, 1 - 1e-6, 1};
    double[] shares = {0.03, 0.03, 0.03, 0.03, 0.03, 0.3, 0.6, 0.9, 0.9, 0.9, 0.9};
    List<Categorical> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int k = 0; k < probabilities.length; k++) {
      for (int i = 0; i < 1_000; i++) {
        predictions.add(Categorical.of(1 - probabilities[k], probabilities[k]));
        targets.add(Target.ofClass(i < 1_000 * shares[k] ? 1 : 0));
      }
    }

    RecalibrationMap map = MapKind.ISOTONIC.fit(Observations.of(predictions, targets));

    for (int k = 0; k < probabilities.length; k++) {
      Categorical p =
          (Categorical) map.recalibrate(Categorical.of(1 - probabilities[k], probabilities[k]));
      assertThat(p.probability(1)).as("%s", probabilities[k]).isCloseTo(shares[k], within(0.01));
    }
  }

  private static double sum(int n, double one) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += one;
    }
    return sum;
  }
}
