package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.internal.Digits;
import io.evenkeel.core.prediction.Normal;
import java.math.BigDecimal;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The residual variance of normals, however far apart and however wide. */
class ResidualVarianceTest {
  private static final double[] DISTANCES = {0, 0.3, 3, 20, 38, 60, 150, 1e4};
  private static final double[] SDS = {1e-6, 0.1, 1, 30, 1e3};

  /** Where an exponential is 0 in a double. */
  private static final BigDecimal FAR = BigDecimal.valueOf(800);

  @ParameterizedTest
  @CsvSource({"0.5, 1", "1e-3, 1", "0.5, 3", "20, 2"})
  void isTheSumOfItsFourExponentials(double gamma, int dimension) {
    for (double distance : DISTANCES) {
      for (int a = 0; a < SDS.length; a++) {
        for (int b = 0; b < SDS.length; b++) {
          Normal p = normal(dimension, 0, a);
          Normal q = normal(dimension, distance, b);
          double expected = fourTerms(gamma, p, q);

          assertThat(DiagonalNormals.residualVariance(gamma, p, q))
              .as("gamma %s, %s and %s", gamma, p, q)
              .isCloseTo(expected, within(1e-11 * expected + 1e-300));
        }
      }
    }
  }

  /** The sds of the coordinates are one after the other; the means go apart in one of them. */
  private static Normal normal(int dimension, double mean, int first) {
    double[] means = new double[dimension];
    double[] variances = new double[dimension];
    Arrays.setAll(variances, i -> Math.pow(SDS[(first + i) % SDS.length], 2));
    means[dimension - 1] = mean;
    return Normal.diagonal(means, variances);
  }

  private static double fourTerms(double gamma, Normal p, Normal q) {
    return term(gamma, p, q, 1, 1)
        .subtract(term(gamma, p, q, 1, 0))
        .subtract(term(gamma, p, q, 0, 1))
        .add(term(gamma, p, q, 0, 0))
        .doubleValue();
  }

  /** (c² − w²)^(−½) exp(−x / (c + w)) of all coordinates, w = su + tv. */
  private static BigDecimal term(double gamma, Normal p, Normal q, int s, int t) {
    BigDecimal two = BigDecimal.valueOf(2).multiply(new BigDecimal(gamma));
    BigDecimal determinant = BigDecimal.ONE;
    BigDecimal exponent = BigDecimal.ZERO;
    for (int i = 0; i < p.dimension(); i++) {
      BigDecimal u = two.multiply(new BigDecimal(p.variance(i)));
      BigDecimal v = two.multiply(new BigDecimal(q.variance(i)));
      BigDecimal c = BigDecimal.ONE.add(u).add(v);
      BigDecimal w = u.multiply(BigDecimal.valueOf(s)).add(v.multiply(BigDecimal.valueOf(t)));
      BigDecimal delta = new BigDecimal(p.mean(i)).subtract(new BigDecimal(q.mean(i)));
      determinant = determinant.multiply(c.subtract(w)).multiply(c.add(w), Digits.MANY);
      exponent = exponent.add(two.multiply(delta).multiply(delta).divide(c.add(w), Digits.MANY));
    }
    return exponent.compareTo(FAR) > 0
        ? BigDecimal.ZERO
        : Digits.exp(exponent.negate()).divide(determinant.sqrt(Digits.MANY), Digits.MANY);
  }

  @ParameterizedTest
  @CsvSource({"0.5", "1e-300", "1e-8", "1e8"})
  void isANumberWhateverTheSizes(double gamma) {
    double[] sds = {0, 1e-160, 1e-80, 1e-20, 1e-3, 1, 1e3, 1e20, 1e75, 1e149};
    for (double distance : new double[] {0, 1e-300, 1e-9, 1, 1e3, 1e9, 1e100, 1e155, 1e300}) {
      for (double first : sds) {
        for (double second : sds) {
          Normal p = Normal.of(0, first);
          Normal q = Normal.of(distance, second);

          assertThat(DiagonalNormals.residualVariance(gamma, p, q))
              .as("gamma %s, %s and %s", gamma, p, q)
              .isBetween(0.0, 1.0);
        }
      }
    }
  }
}
