package io.evenkeel.core.evidence;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.score.Binning;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The smooth density of the probability integral transform that a histogram shows, for pictures: by
 * one of the priors of the {@linkplain PitBets bets} on this density, the mode of the logarithm
 * given the counts of independent targets. Where there are few targets it is near calibration,
 * which is 1 everywhere.
 *
 * <p>It is fitted to all targets that it is drawn over. The evidence is not: it bets on a pane with
 * what the panes before it have shown.
 */
public final class PitFit {
  /** The prior is stationary in normal scores that are stretched by this. */
  private static final double STRETCH = 1.2;

  /** Scores are those of the middles of bins, but not beyond these quantiles. */
  private static final double OUTERMOST = 5e-4;

  private static final double LENGTH = 1;
  private static final double DEVIATION = 0.3;
  private static final int MOST_STEPS = 50;

  /** Far below what is seen. */
  private static final double PRECISION = 1e-4;

  private PitFit() {}

  /**
   * The mean density in each bin. O(B³) for B bins.
   *
   * @param counts targets in bins of equal width over [0, 1], at least one bin
   * @return as many positive numbers, whose mean is 1
   */
  public static double[] densities(long... counts) {
    GaussianCurve prior =
        new GaussianCurve(places(Binning.equalWidth(counts.length)), LENGTH, DEVIATION, false);
    double expected = (double) LongStream.of(counts).sum() / counts.length;
    double[] curve = new double[counts.length];
    double change = Double.POSITIVE_INFINITY;
    for (int step = 0; step < MOST_STEPS && change > PRECISION; step++) {
      double[] next = newton(prior, curve, expected, counts);
      change = 0;
      for (int b = 0; b < curve.length; b++) {
        change = Math.max(change, Math.abs(next[b] - curve[b]));
      }
      curve = next;
    }
    double[] densities = Arrays.stream(curve).map(Math::exp).toArray();
    double mean = Arrays.stream(densities).average().orElseThrow();
    return Arrays.stream(densities).map(density -> density / mean).toArray();
  }

  /** One step to the mode, by the likelihood of Poisson counts around the curve. */
  private static double[] newton(
      GaussianCurve prior, double[] curve, double expected, long... counts) {
    double[] scores = new double[curve.length];
    double[] information = new double[curve.length];
    for (int b = 0; b < curve.length; b++) {
      information[b] = expected * Math.exp(curve[b]);
      scores[b] = counts[b] - information[b] + information[b] * curve[b];
    }
    return prior.posteriorMean(scores, information);
  }

  /** Where the bins of a histogram lie, for a prior of its density. */
  static double[] places(Binning binning) {
    return IntStream.range(0, binning.bins())
        .mapToDouble(b -> (binning.lower(b) + binning.upper(b)) / 2)
        .map(u -> STRETCH * score(Math.max(OUTERMOST, Math.min(1 - OUTERMOST, u))))
        .toArray();
  }

  private static double score(double u) {
    return u <= 0.5 ? StandardNormal.lowerQuantile(u) : -StandardNormal.lowerQuantile(1 - u);
  }
}
