package io.evenkeel.core.evidence;

import io.evenkeel.core.internal.StandardNormal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Densities of the probability integral transform that are known before any label: normal scores
 * that have heavy tails (Student's t with 3, 5 and 10 degrees of freedom), are skewed to either
 * side (gamma of shape 4 and 16), have two bumps, or two scales; and Legendre polynomials of degree
 * 1 to 6. Of each 2 % are spread evenly.
 */
final class PitShapes {
  private static final double EVENLY = 0.02;
  private static final int DEGREES = 6;
  private static final double LEAST = 0.02;

  /** The densities. */
  static final List<PitDensity> ALL = all();

  private PitShapes() {}

  private static List<PitDensity> all() {
    List<PitDensity> all = new ArrayList<>();
    for (double degrees : new double[] {3, 5, 10}) {
      ContinuousDistribution t = TDistribution.of(degrees);
      double sameVariance = Math.sqrt((degrees - 2) / degrees);
      all.add(ofScores(z -> t.cumulativeProbability(z / sameVariance)));
      all.add(ofScores(t::cumulativeProbability));
    }
    for (double shape : new double[] {4, 16}) {
      ContinuousDistribution gamma = GammaDistribution.of(shape, 1 / Math.sqrt(shape));
      double mean = Math.sqrt(shape);
      all.add(ofScores(z -> gamma.cumulativeProbability(z + mean)));
      all.add(ofScores(z -> 1 - gamma.cumulativeProbability(mean - z)));
    }
    for (double at : new double[] {0.6, 0.8}) {
      double sd = Math.sqrt(1 - at * at);
      all.add(
          ofScores(
              z -> (StandardNormal.cdf((z - at) / sd) + StandardNormal.cdf((z + at) / sd)) / 2));
    }
    double small = 0.7;
    double large = Math.sqrt(2 - small * small);
    all.add(ofScores(z -> (StandardNormal.cdf(z / small) + StandardNormal.cdf(z / large)) / 2));
    for (int degree = 1; degree <= DEGREES; degree++) {
      for (double size : new double[] {0.1, -0.1, 0.25, -0.25}) {
        all.add(legendre(degree, size));
      }
    }
    return List.copyOf(all);
  }

  /** By the distribution function of the normal scores. */
  private static PitDensity ofScores(DoubleUnaryOperator cdf) {
    double[] masses = new double[PitDensity.BINS];
    for (int b = 0; b < masses.length; b++) {
      double upper = b == masses.length - 1 ? 1 : cdf.applyAsDouble(PitDensity.edge(b + 1));
      double lower = b == 0 ? 0 : cdf.applyAsDouble(PitDensity.edge(b));
      masses[b] = Math.max(0, upper - lower);
    }
    return PitDensity.ofMasses(EVENLY, masses);
  }

  /** 1 + size √(2k + 1) P_k(2u − 1), in the mean over each bin. */
  private static PitDensity legendre(int degree, double size) {
    double[] masses = new double[PitDensity.BINS];
    for (int b = 0; b < masses.length; b++) {
      double width = PitDensity.width(b);
      double mean =
          (antiderivative(degree, PitDensity.BINNING.upper(b))
                  - antiderivative(degree, PitDensity.BINNING.lower(b)))
              / width;
      masses[b] = width * Math.max(LEAST, 1 + size * Math.sqrt(2 * degree + 1) * mean);
    }
    return PitDensity.ofMasses(EVENLY, masses);
  }

  /** ∫ P_k(2u − 1) du = (P_{k+1} − P_{k−1}) / (2 (2k + 1)). */
  private static double antiderivative(int k, double u) {
    double x = 2 * u - 1;
    return (polynomial(k + 1, x) - polynomial(k - 1, x)) / (2 * (2 * k + 1));
  }

  private static double polynomial(int degree, double x) {
    double before = 1;
    double now = x;
    if (degree == 0) {
      return before;
    }
    for (int k = 1; k < degree; k++) {
      double next = ((2 * k + 1) * x * now - k * before) / (k + 1);
      before = now;
      now = next;
    }
    return now;
  }
}
