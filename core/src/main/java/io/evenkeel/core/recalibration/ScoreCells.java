package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.StandardNormal;
import java.util.Arrays;

/**
 * Cells of normal scores, in which the targets of calibrated predictions are standard normal: what
 * a shift and scale of them is learned from, and weighed by. Immutable.
 *
 * <p>Fits are shrunk to the identity by {@value #PSEUDO_LABELS} labels that agree with the
 * predictions. O(K) for K cells and each of some 10 steps.
 */
public final class ScoreCells {
  private static final double PSEUDO_LABELS = 10;
  private static final int ITERATIONS = 50;
  private static final int HALVINGS = 40;
  private static final double CONVERGED = 1e-9;
  private static final double LOG_ROOT_TWO_PI = Math.log(2 * Math.PI) / 2;

  /** From −∞ to +∞. */
  private final double[] edges;

  private final double[] logShares;
  private final double[] pseudoCounts;

  /**
   * Cells between scores.
   *
   * @param scores finite, ascending
   */
  public ScoreCells(double... scores) {
    edges = new double[scores.length + 2];
    edges[0] = Double.NEGATIVE_INFINITY;
    System.arraycopy(scores, 0, edges, 1, scores.length);
    edges[edges.length - 1] = Double.POSITIVE_INFINITY;
    logShares = new double[scores.length + 1];
    for (int k = 0; k < logShares.length; k++) {
      if (!(edges[k] < edges[k + 1])) {
        throw new IllegalArgumentException("scores must ascend, got " + Arrays.toString(scores));
      }
      logShares[k] = StandardNormal.logProbability(edges[k], edges[k + 1]);
    }
    pseudoCounts = Arrays.stream(logShares).map(log -> PSEUDO_LABELS * Math.exp(log)).toArray();
  }

  /** The number of cells K. */
  public int size() {
    return logShares.length;
  }

  /** The probabilities of the cells under a map. */
  public double[] probabilities(LocationScale map) {
    double[] probabilities = logRatios(map);
    for (int k = 0; k < probabilities.length; k++) {
      probabilities[k] = Math.exp(probabilities[k] + logShares[k]);
    }
    return probabilities;
  }

  /** The logarithm of the ratio of the probabilities of each cell, with a map and without. */
  public double[] logRatios(LocationScale map) {
    double[] ratios = new double[size()];
    for (int k = 0; k < ratios.length; k++) {
      ratios[k] = logProbability(k, map.shift() / map.scale(), 1 / map.scale()) - logShares[k];
    }
    return ratios;
  }

  /**
   * The log-ratio of a map, nats. Of targets whose scores are intervals over several cells it is
   * too small, never too large (Jensen).
   *
   * @param counts of targets in each cell, at least 0
   */
  public double logRatio(LocationScale map, double... counts) {
    Checks.sameLength("counts", counts.length, "cells", size());
    double[] ratios = logRatios(map);
    double sum = 0;
    for (int k = 0; k < ratios.length; k++) {
      sum += counts[k] == 0 ? 0 : counts[k] * ratios[k];
    }
    return sum;
  }

  /** What the labels that draw to the identity lose by a map, nats, at least 0. */
  public double shrinkage(LocationScale map) {
    return -logRatio(map, pseudoCounts);
  }

  /**
   * The most likely shift and scale, shrunk, by Fisher scoring: in δ/s and 1/s the logarithm of the
   * likelihood is concave. Fewer than three cells do not determine both: then it is the identity.
   *
   * @param counts of targets in each cell, at least 0
   */
  public LocationScale fit(double... counts) {
    Checks.sameLength("counts", counts.length, "cells", size());
    double[] all = counts.clone();
    for (int k = 0; k < all.length; k++) {
      all[k] += pseudoCounts[k];
    }
    double a = 0;
    double b = 1;
    double log = logLikelihood(a, b, all);
    if (size() < 3) {
      return new LocationScale(0, 1);
    }
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      double[] step = step(a, b, all);
      double share = 2;
      double next = Double.NEGATIVE_INFINITY;
      for (int halving = 0; halving < HALVINGS && !(next >= log); halving++) {
        share /= 2;
        double slope = b + share * step[1];
        next = slope > 0 ? logLikelihood(a + share * step[0], slope, all) : next;
      }
      if (!(next >= log)) {
        break;
      }
      a += share * step[0];
      b += share * step[1];
      log = next;
      if (Math.max(Math.abs(step[0]), Math.abs(step[1])) < CONVERGED) {
        break;
      }
    }
    return new LocationScale(a / b, 1 / b);
  }

  private double logLikelihood(double a, double b, double... counts) {
    double sum = 0;
    for (int k = 0; k < counts.length; k++) {
      sum += counts[k] * logProbability(k, a, b);
    }
    return sum;
  }

  /** log(Φ(bz' − a) − Φ(bz − a)) of a cell from z to z'. */
  private double logProbability(int k, double a, double b) {
    return StandardNormal.logProbability(b * edges[k] - a, b * edges[k + 1] - a);
  }

  /** The inverse of the expected information times the slope. */
  private double[] step(double a, double b, double... counts) {
    double all = Arrays.stream(counts).sum();
    double slopeA = 0;
    double slopeB = 0;
    double aa = 0;
    double ab = 0;
    double bb = 0;
    for (int k = 0; k < counts.length; k++) {
      double log = logProbability(k, a, b);
      double lower = relativeDensity(edges[k], a, b, log);
      double upper = relativeDensity(edges[k + 1], a, b, log);
      double byA = lower - upper;
      double byB = (upper == 0 ? 0 : edges[k + 1] * upper) - (lower == 0 ? 0 : edges[k] * lower);
      slopeA += counts[k] * byA;
      slopeB += counts[k] * byB;
      double expected = all * Math.exp(log);
      aa += expected * byA * byA;
      ab += expected * byA * byB;
      bb += expected * byB * byB;
    }
    double determinant = aa * bb - ab * ab;
    return new double[] {
      (bb * slopeA - ab * slopeB) / determinant, (aa * slopeB - ab * slopeA) / determinant
    };
  }

  /** φ(bz − a) in units of a probability. */
  private static double relativeDensity(double z, double a, double b, double logProbability) {
    double score = b * z - a;
    return Math.exp(-score * score / 2 - LOG_ROOT_TWO_PI - logProbability);
  }
}
