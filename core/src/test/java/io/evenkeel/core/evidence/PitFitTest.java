package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.internal.StandardNormal;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PitFitTest {
  private static final int BINS = 20;

  /** The masses of the bins if targets have a spread of {@code scale} times the predicted one. */
  private static double[] masses(double scale) {
    double[] ends =
        IntStream.rangeClosed(0, BINS)
            .mapToDouble(
                b ->
                    b == 0 || b == BINS
                        ? (double) b / BINS
                        : StandardNormal.cdf(
                            StandardNormal.lowerQuantile((double) b / BINS) / scale))
            .toArray();
    return IntStream.range(0, BINS).mapToDouble(b -> ends[b + 1] - ends[b]).toArray();
  }

  private static long[] counts(double[] masses, long n) {
    return Arrays.stream(masses).mapToLong(mass -> Math.round(mass * n)).toArray();
  }

  @Test
  void isTheDensityThatMoreAndMoreTargetsShow() {
    double[] masses = masses(1.5);

    double[] few = PitFit.densities(counts(masses, 1000));
    double[] many = PitFit.densities(counts(masses, 1_000_000));

    // Of the outermost bin three times as many as predicted.
    assertThat(masses[0] * BINS).isCloseTo(2.73, within(0.01));
    assertThat(few[0]).isBetween(2.2, masses[0] * BINS);
    for (int b = 0; b < BINS; b++) {
      assertThat(many[b]).isCloseTo(masses[b] * BINS, within(0.03));
    }
    assertThat(Arrays.stream(few).average().orElseThrow()).isCloseTo(1, within(1e-12));
  }

  /** One bar that stands out by chance moves it by less than half of that. */
  @Test
  void smoothsWhatIsChance() {
    long[] counts = new long[BINS];
    Arrays.fill(counts, 100);
    counts[8] = 120;

    double[] fitted = PitFit.densities(counts);

    assertThat(fitted[8]).isBetween(1.01, 1.08);
    assertThat(fitted[9]).isGreaterThan(1).isLessThan(fitted[8]);
  }

  @Test
  void isEvenWithoutTargets() {
    assertThat(PitFit.densities(new long[BINS])).containsOnly(1);
  }

  /** All targets in one bin: held to what a curve may be. */
  @Test
  void standsTargetsThatAllFellIntoOneBin() {
    long[] counts = new long[BINS];
    counts[19] = 1_000_000;

    double[] fitted = PitFit.densities(counts);

    assertThat(fitted[19]).isGreaterThan(10).isLessThanOrEqualTo(BINS);
    assertThat(fitted[0]).isPositive();
  }
}
