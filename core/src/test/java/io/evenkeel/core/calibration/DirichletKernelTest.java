package io.evenkeel.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirichletKernelTest {

  @ParameterizedTest
  @ValueSource(doubles = {0.02, 0.1, 1})
  void isADensityOnTheSimplex(double bandwidth) {
    DirichletKernel kernel = new DirichletKernel(bandwidth);
    Categorical centre = Categorical.of(0.3, 0.7);
    int steps = 20_000;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      double p = (i + 0.5) / steps;
      sum += Math.exp(kernel.log(Categorical.of(p, 1 - p), centre)) / steps;
    }

    // The midpoint rule, whose error is least good at the ends, where p^0.3 has no derivative.
    assertThat(sum).isCloseTo(1, within(1e-5));
  }

  @Test
  void staysFiniteForSmallBandwidthsAndManyClasses() {
    double[] p = new double[100];
    Arrays.fill(p, 0.01);
    Categorical uniform = Categorical.of(p);

    // The peak of a distribution with standard deviations of about √(0.01 · 1e-4) in 99 directions.
    assertThat(new DirichletKernel(1e-4).log(uniform, uniform)).isBetween(400.0, 1000.0);
  }

  @Test
  void takesZeroTimesTheLogarithmOfZeroAsZero() {
    DirichletKernel kernel = new DirichletKernel(0.5);
    Categorical edge = Categorical.of(0, 1);
    Categorical inside = Categorical.of(0.5, 0.5);

    // α = (1, 3): density 3 p₂².
    assertThat(kernel.log(edge, edge)).isCloseTo(Math.log(3), within(1e-14));
    assertThat(kernel.log(inside, edge)).isCloseTo(Math.log(0.75), within(1e-14));
    assertThat(kernel.log(edge, inside)).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void rejectsBandwidthsThatAreNotPositive() {
    assertThatThrownBy(() -> new DirichletKernel(0)).hasMessageContaining("0.0");
  }
}
