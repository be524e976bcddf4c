package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundaryTest {
  private static final RecalibrationGrid BINARY = RecalibrationGrid.of(TargetSpace.classes(2));
  private static final RecalibrationGrid TEN = RecalibrationGrid.of(TargetSpace.classes(10));
  private static final RecalibrationGrid REAL = RecalibrationGrid.of(TargetSpace.reals(1));

  private static int index(RecalibrationGrid grid, Recalibration recalibration) {
    for (int i = 0; i < grid.size(); i++) {
      if (grid.get(i).equals(recalibration)) {
        return i;
      }
    }
    throw new AssertionError(recalibration);
  }

  @Test
  void setsEachRecalibrationAgainstItsOwnSideAndTheOtherKinds() {
    Boundary boundary = Boundary.of(TEN, Tolerance.within(0.02));

    // Family 0 is that of temperatures, whose ends are 0 (1/T below 1) and 1.
    assertThat(boundary.at(0, new double[TEN.size()])).hasSize(23 + 88);
    assertThat(boundary.placesOf(index(TEN, new ClassShift(3, 0.5)))).containsOnly(0, 1, 9, 22);
    assertThat(boundary.placesOf(index(TEN, new ClassShift(3, -0.5)))).containsOnly(0, 1, 8, 22);
    assertThat(boundary.placesOf(index(TEN, new Temperature(2)))).hasSize(22).doesNotContain(1);
    assertThat(Boundary.of(REAL, Tolerance.within(0.02)).placesOf(REAL.size() - 1)).hasSize(17);
  }

  @Test
  void isAsLargeWhateverTheTolerance() {
    double[] sums = new double[REAL.size()];
    Tolerance wide = Tolerance.within(0.02).orAsIn(REAL, sums, -1, 0.1, 0.01);
    Boundary boundary = Boundary.of(REAL, wide);

    for (int g = 0; g < REAL.size(); g++) {
      assertThat(boundary.placesOf(g))
          .hasSameSizeAs(Boundary.of(REAL, Tolerance.within(0)).placesOf(g));
      // Its own end, if it has one, and calibration; else stretches, which come after five points.
      assertThat(Arrays.stream(boundary.placesOf(g)).filter(place -> place < 5).count())
          .isLessThanOrEqualTo(2);
      assertThat(boundary.tolerates(g)).isTrue();
    }
  }

  @Test
  void liesAtCalibrationWithoutATolerance() {
    double[] sums = new double[BINARY.size()];
    Arrays.setAll(sums, i -> i - 7.0);

    assertThat(Boundary.of(BINARY, Tolerance.within(0)).at(10, sums)).containsOnly(0);
  }

  @Test
  void liesAtTheEndsOfAReference() {
    double[] sums = new double[BINARY.size()];
    Arrays.fill(sums, -100);
    sums[index(BINARY, new ClassShift(1, 0.25))] = 50;
    sums[index(BINARY, new ClassShift(1, 0.1))] = 25;
    Tolerance tolerance = Tolerance.within(0.02).orAsIn(BINARY, sums, 40, 0.1, 0.01);
    Boundary boundary = Boundary.of(BINARY, tolerance);

    assertThat(boundary.end(1, -1)).isCloseTo(-0.02, within(1e-12));
    assertThat(boundary.end(1, 1)).isGreaterThanOrEqualTo(0.25);
    assertThat(boundary.tolerates(index(BINARY, new ClassShift(1, 0.1)))).isTrue();
    assertThat(boundary.tolerates(index(BINARY, new ClassShift(1, -0.1)))).isFalse();
  }

  /** Nothing tolerable lies above its stretch, nor a stretch 1e-4 nats per label above that. */
  @Test
  void boundsEachStretchByWhatIsTolerableThere() {
    Boundary boundary = Boundary.of(REAL, Tolerance.within(0.02));
    List<Observation> sample =
        Stream.distorted(Stream.normals(1), Stream.moved(0.01, 1.02), 1).next(500);
    double[] sums = new double[REAL.size()];
    for (int g = 0; g < sums.length; g++) {
      sums[g] = sum(REAL.get(g), sample);
    }

    double[] bounds = boundary.at(500, sums);

    int[] stretches = boundary.stretches();
    assertThat(stretches).hasSize(16).startsWith(5);
    for (int k = 0; k < 2; k++) {
      RecalibrationFamily family = REAL.families().get(k);
      double from = boundary.end(k, -1);
      double step = (boundary.end(k, 1) - from) / 8;
      for (int i = 0; i < 8; i++) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int part = 0; part <= 10; part++) {
          double x = family.parameterAt(from + (i + part / 10.0) * step);
          largest = Math.max(largest, sum(family.recalibration(x), sample));
        }
        assertThat(bounds[stretches[8 * k + i]]).isBetween(largest - 1e-9, largest + 0.05);
      }
    }
  }

  private static double sum(Recalibration recalibration, List<Observation> sample) {
    return sample.stream()
        .mapToDouble(o -> recalibration.logRatio(o.prediction(), o.target()))
        .sum();
  }

  /** One label of any prediction: no tolerable truth makes the factor win on average. */
  @Test
  void isLeastFavourableWithinAFamilyAndBetweenClasses() {
    for (double p3 = 0.01; p3 < 0.9; p3 += 0.05) {
      for (double p5 = 0.01; p5 < 0.99 - p3; p5 += 0.05) {
        for (double truth : new double[] {-0.02, -0.01, 0, 0.01, 0.02}) {
          assertThat(expectedFactor(p3, p5, truth)).isLessThanOrEqualTo(1 + 1e-12);
        }
      }
    }
  }

  /** E r(y) / r_ε(y) of class 3 shifted by 0.5 and 0.02, where class 5 is shifted by the truth. */
  private static double expectedFactor(double p3, double p5, double truth) {
    double sum = 1 + p5 * Math.expm1(truth);
    double three = p3 / sum;
    double a = Math.log1p(p3 * Math.expm1(0.5)) - Math.log1p(p3 * Math.expm1(0.02));
    return three * Math.exp(0.48 - a) + (1 - three) * Math.exp(-a);
  }
}
