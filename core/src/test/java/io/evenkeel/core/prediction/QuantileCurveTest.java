package io.evenkeel.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class QuantileCurveTest {
  private static final double[] LEVELS = {0.1, 0.3, 0.5, 0.9};

  @Test
  void rearrangesQuantilesThatCross() {
    double[] crossing = {1, 3, 2, 5};
    QuantileCurve curve = QuantileCurve.rearranged(LEVELS, crossing);

    assertThat(QuantileCurve.crossings(crossing)).isEqualTo(1);
    assertThat(curve.quantiles()).containsExactly(1, 2, 3, 5);
    assertThat(curve.quantile(0.2)).isCloseTo(1.5, within(1e-15));
    assertThat(curve.quantile(0.01)).isEqualTo(1);
    assertThat(curve.quantile(0.99)).isEqualTo(5);
    assertThat(curve.cdf(4)).isCloseTo(0.7, within(1e-15));
    assertThat(curve.cdf(0.99)).isEqualTo(0);
    assertThat(curve.cdf(5)).isEqualTo(1);
  }

  @Test
  void poolsQuantilesThatCross() {
    assertThat(QuantileCurve.isotonic(LEVELS, new double[] {4, 1, 1, 2}).quantiles())
        .containsExactly(2, 2, 2, 2);
    assertThat(QuantileCurve.isotonic(LEVELS, new double[] {1, 3, 2, 5}).quantiles())
        .containsExactly(1, 2.5, 2.5, 5);
  }

  @Test
  void jumpsWhereQuantilesAreTied() {
    QuantileCurve curve = QuantileCurve.rearranged(LEVELS, new double[] {1, 2, 2, 3});

    assertThat(curve.cdf(Math.nextDown(2.0))).isCloseTo(0.3, within(1e-12));
    assertThat(curve.cdf(2)).isEqualTo(0.5);
  }

  @Test
  void namesLevelsThatAreNone() {
    assertThatThrownBy(() -> QuantileCurve.rearranged(new double[] {0.5, 0.5}, new double[] {1, 2}))
        .hasMessageContaining("[0.5, 0.5]");
    assertThatThrownBy(() -> QuantileCurve.isotonic(new double[] {0.5}, new double[] {Double.NaN}))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> QuantileCurve.isotonic(new double[] {0.5}, new double[2]))
        .hasMessageContaining("1 and 2");
  }
}
