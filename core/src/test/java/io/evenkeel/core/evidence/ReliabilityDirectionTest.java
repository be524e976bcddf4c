package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.moments.ReliabilityMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.Binning;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReliabilityDirectionTest {
  private static final TargetSpace SPACE = TargetSpace.classes(2);
  private static final SketchPlan PLAN = SketchPlan.of(SPACE, null);
  private static final Binning BINNING = ReliabilityMoments.BINNING;
  private static final int BINS = BINNING.bins();

  /** A curve of both signs, of predictions that are in all bins alike. */
  private static ReliabilityDirection direction() {
    double[] curve = new double[BINS];
    double[] variances = new double[BINS];
    double[] counts = new double[BINS];
    Arrays.fill(counts, 1);
    for (int b = 0; b < BINS; b++) {
      double c = (BINNING.lower(b) + BINNING.upper(b)) / 2;
      curve[b] = 0.6 * Math.cos(b);
      variances[b] = c * (1 - c);
    }
    return ReliabilityDirection.of(SPACE, curve, counts, variances);
  }

  private static Pane pane(double p, int y, double q, int z) {
    Sketch sketch = PLAN.empty();
    sketch.add(Categorical.of(1 - p, p), Target.ofClass(y));
    sketch.add(Categorical.of(1 - q, q), Target.ofClass(z));
    return new Pane(0, 2, new double[0], sketch);
  }

  private static double shifted(double p, double logOdds) {
    double odds = Math.exp(logOdds);
    return p * odds / (1 + p * (odds - 1));
  }

  /** The mean of what a function of the labels is, of two predictions whose log-odds are off. */
  private static double expectation(
      ReliabilityDirection direction, double near, double shift, double... predictions) {
    double p = predictions[0];
    double q = predictions[1];
    double pTrue = shifted(p, shift * direction.weight(BINNING.bin(p)));
    double qTrue = shifted(q, shift * direction.weight(BINNING.bin(q)));
    double sum = 0;
    for (int y = 0; y < 2; y++) {
      for (int z = 0; z < 2; z++) {
        double chance = (y == 1 ? pTrue : 1 - pTrue) * (z == 1 ? qTrue : 1 - qTrue);
        sum += chance * Math.exp(direction.logEnd(near, pane(p, y, q, z)).orElseThrow());
      }
    }
    return sum;
  }

  /** Of two labels, by summation, whose predictions share a bin or not. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 0.5",
    "0.47, 0.53",
    "0.34, 0.39",
    "0.0002, 0.0009",
    "1e-9, 1e-6",
    "0.999, 0.9961",
    "0.07, 0.13",
    "0.05, 0.8",
    "0, 1"
  })
  void endIsAnEValueUnderEveryLargerShift(double p, double q) {
    ReliabilityDirection direction = direction();
    for (double shift : new double[] {0.02, 0.2, 1, 3}) {
      double near = direction.variance() * Math.expm1(shift);
      for (double truth : new double[] {shift, 1.2 * shift, 2 * shift, 5 * shift}) {
        assertThat(expectation(direction, near, truth, p, q)).isLessThanOrEqualTo(1 + 1e-12);
      }
    }
  }

  /** The shift that a mean residual is taken for is no larger than the one that makes it. */
  @Test
  void takesNoMeanForALargerShift() {
    ReliabilityDirection direction = direction();
    for (double shift : new double[] {0.02, 0.2, 1, 3}) {
      double mean = 0;
      for (int b = 0; b < BINS; b++) {
        double c = (BINNING.lower(b) + BINNING.upper(b)) / 2;
        double weight = direction.weight(b);
        mean += weight * (shifted(c, shift * weight) - c) / BINS;
      }
      assertThat(Math.log1p(mean / direction.variance())).isLessThanOrEqualTo(shift);
    }
  }
}
