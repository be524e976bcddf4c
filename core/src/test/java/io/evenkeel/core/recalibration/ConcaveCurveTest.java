package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.score.Interval;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConcaveCurveTest {
  private static final double[] PLACES = {-1, -0.5, -0.25, 0, 0.25, 0.5, 1};

  private static double rise(DoubleUnaryOperator f, double end, double... places) {
    return new ConcaveCurve(places, Arrays.stream(places).map(f).toArray()).riseBeyond(end, 0.5);
  }

  @Test
  void aParabolaRisesToItsPeakOrAsFarAsItIsDefined() {
    assertThat(rise(x -> 6 * x - x * x, 1, PLACES)).isCloseTo(4, within(1e-9));
    assertThat(rise(x -> -6 * x - x * x, -1, PLACES)).isCloseTo(0.5 * 4 - 0.25, within(1e-9));
    assertThat(rise(x -> 6 * x - x * x, 1, -1, 0, 1)).isCloseTo(4, within(1e-9));
  }

  /**
   * As the sum of log-ratios of a scale, whose peak is at log 4, from the points of the grid. With
   * the curvature of the end it would rise by 0.56.
   */
  @Test
  void aCurvatureThatShrinksGoesOnShrinking() {
    double[] scales =
        DoubleStream.of(0.5, 2.0 / 3, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.25, 1.5, 2)
            .map(Math::log)
            .toArray();

    assertThat(rise(x -> -x - 8 * Math.exp(-2 * x), Math.log(2), scales))
        .isCloseTo(1.5 - Math.log(2), within(0.1));
  }

  /** The peak is nearer to the last point but one, which is as likely as the peak. */
  @Test
  void whatReachesALevelNextToAnEndIsNotAllUpToTheEnd() {
    double[] places = {-0.8, -0.4, -0.2, -0.1, 0, 0.1, 0.2, 0.4, 0.8};
    DoubleUnaryOperator f = x -> -1500 * (x - 0.37) * (x - 0.37);
    ConcaveCurve curve = new ConcaveCurve(places, Arrays.stream(places).map(f).toArray());

    Interval reaching = curve.reaching(-2).orElseThrow();

    double half = Math.sqrt(2.0 / 1500);
    assertThat(reaching.lower()).isCloseTo(0.37 - half, within(1e-9));
    assertThat(reaching.upper()).isCloseTo(0.37 + half, within(1e-9));
  }

  /** Log-likelihoods of a scale, from the points of the grid. */
  @ParameterizedTest
  @ValueSource(doubles = {0.45, 0.52, 0.6, 0.65, 0.7, 1.3, 1.38, 1.55, 1.7, 1.9, 2.2})
  void whatReachesALevelHoldsAllThatDoes(double scale) {
    double[] places =
        DoubleStream.of(0.5, 2.0 / 3, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.25, 1.5, 2)
            .map(Math::log)
            .toArray();
    int n = 1000;
    DoubleUnaryOperator f =
        x -> n * (-x - scale * scale * Math.exp(-2 * x) / 2 + Math.log(scale) + 0.5);
    ConcaveCurve curve = new ConcaveCurve(places, Arrays.stream(places).map(f).toArray());

    Interval reaching = curve.reaching(-2).orElseThrow();

    double half = Math.sqrt(2.0 / n);
    assertThat(reaching.lower()).isLessThan(Math.log(scale) - half);
    assertThat(reaching.upper()).isGreaterThan(Math.log(scale) + half);
    if (scale > 0.62 && scale < 1.8) {
      assertThat(reaching.lower()).isGreaterThan(places[0]);
      assertThat(reaching.upper()).isLessThan(places[places.length - 1]);
    }
  }

  @Test
  void elsewhereThereIsNoRise() {
    assertThat(rise(x -> 6 * x - x * x, 0.5, PLACES)).as("no end").isZero();
    assertThat(rise(x -> 6 * x - x * x, -1, PLACES)).as("it falls towards the end").isZero();
    assertThat(rise(x -> 2 * x, 1, PLACES)).as("a line").isZero();
    assertThat(rise(x -> 0, 1, PLACES)).as("constant").isZero();
  }

  /** A state that holds such a number once would hold it forever. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 1e-15, 1, 1e15, 1e290, 1e308})
  void theRiseIsAlwaysANumber(double size) {
    double[] shares = {-1, -0.3, 0, 0, 0.1, 0.3, 1, 1 + 1e-15};
    for (int i = 0; i < Math.pow(shares.length, 4); i++) {
      double[] f = new double[PLACES.length];
      int left = i;
      for (int k = 3; k < f.length; k++, left /= shares.length) {
        f[k] = size * shares[left % shares.length];
      }
      ConcaveCurve curve = new ConcaveCurve(PLACES, f);
      assertThat(curve.riseBeyond(1, 0.5)).isFinite().isNotNegative();
      assertThat(curve.riseBeyond(-1, 0.5)).isFinite().isNotNegative();
    }
  }
}
