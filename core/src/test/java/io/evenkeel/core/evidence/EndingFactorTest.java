package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.moments.Projection;
import org.junit.jupiter.api.Test;

class EndingFactorTest {
  private static final double NULL_VARIANCE = 1e-4;

  private static double of(EndingFactor factor, double x) {
    return Math.exp(factor.log(new Projection(1, x, x * x, NULL_VARIANCE)));
  }

  /** Of residuals with two values that have a mean and a standard deviation. */
  private static double mean(EndingFactor factor, double mean, double sd, double odds) {
    double up = mean + sd * Math.sqrt(odds);
    double down = mean - sd / Math.sqrt(odds);
    double chance = 1 / (1 + odds);
    return chance * of(factor, up) + (1 - chance) * of(factor, down);
  }

  @Test
  void hasAMeanOfAtMostOneUnderEveryFaultBeyondTheNearEnd() {
    for (double near : new double[] {1e-4, 0.002, 0.01, 0.05}) {
      EndingFactor factor = new EndingFactor(near, NULL_VARIANCE, 2);
      for (double mean : new double[] {near, 1.01 * near, 2 * near, 0.1}) {
        for (int percent = 5; percent <= 100; percent += 5) {
          for (double odds : new double[] {0.01, 0.1, 0.5, 1, 2, 10, 80}) {
            assertThat(mean(factor, mean, Math.sqrt(2 * NULL_VARIANCE * percent / 100), odds))
                .as("near %s mean %s variance %s %% odds %s", near, mean, 2 * percent, odds)
                .isLessThanOrEqualTo(1 + 1e-12);
          }
        }
      }
    }
  }

  @Test
  void ofTheRangeAloneHasItWhateverTheVariance() {
    for (double near : new double[] {1e-4, 0.01, 0.2}) {
      EndingFactor factor = new EndingFactor(near, NULL_VARIANCE, Double.POSITIVE_INFINITY);
      for (double down : new double[] {-50, -1, -0.1}) {
        double chance = (near - down) / (1 - down);
        assertThat(chance * of(factor, 1) + (1 - chance) * of(factor, down))
            .isLessThanOrEqualTo(1 + 1e-12);
      }
    }
  }

  /** A mean of a fifth of a standard deviation, which is a hundredth of the range. */
  @Test
  void growsManyTimesAsFastByTheVarianceAsByTheRange() {
    double near = 0.002;
    double byVariance = mean(near, 2);
    double byRange = mean(near, Double.POSITIVE_INFINITY);

    assertThat(byRange).isPositive();
    assertThat(byVariance).isBetween(5 * byRange, near * near / (2 * NULL_VARIANCE));
  }

  /** The mean of its logarithm over calibrated residuals of ± one standard deviation. */
  private static double mean(double near, double spread) {
    EndingFactor factor = new EndingFactor(near, NULL_VARIANCE, spread);
    return (Math.log(of(factor, 0.01)) + Math.log(of(factor, -0.01))) / 2;
  }

  /** Where residuals are as large as their range, the range is the better bound. */
  @Test
  void takesTheRangeWhereThatGrowsFaster() {
    Projection pane = new Projection(20, 0.3, 5, 5);
    EndingFactor byRange = new EndingFactor(0.1, 0.25, Double.POSITIVE_INFINITY);

    assertThat(new EndingFactor(0.1, 0.25, 2).log(pane)).isEqualTo(byRange.log(pane));
  }
}
