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
  private static final double CONVERGED = 1e-8;
  private static final double ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

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
    Point at = point(0, 1);
    if (size() < 3) {
      return at.map();
    }
    double log = at.logLikelihood(all);
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      double[] step = at.step(edges, all);
      Point next = at;
      double reached = Double.NEGATIVE_INFINITY;
      double share = 2;
      for (int halving = 0; halving < HALVINGS && !(reached >= log); halving++) {
        share /= 2;
        double slope = at.b + share * step[1];
        if (slope > 0) {
          next = point(at.a + share * step[0], slope);
          reached = next.logLikelihood(all);
        }
      }
      if (!(reached >= log)) {
        return at.map();
      }
      at = next;
      log = reached;
      if (Math.max(Math.abs(step[0]), Math.abs(step[1])) < CONVERGED) {
        return at.map();
      }
    }
    return at.map();
  }

  /** log(Φ(bz' − a) − Φ(bz − a)) of a cell from z to z'. */
  private double logProbability(int k, double a, double b) {
    return StandardNormal.logProbability(b * edges[k] - a, b * edges[k + 1] - a);
  }

  private Point point(double a, double b) {
    double[] probabilities = new double[size()];
    double[] densities = new double[edges.length];
    double before = 0;
    double tail = 0;
    for (int e = 1; e < edges.length; e++) {
      double z = b * edges[e] - a;
      double outer = StandardNormal.cdf(-Math.abs(z));
      // On one side of 0 the smaller tails, so that no digits go.
      if (z <= 0) {
        probabilities[e - 1] = outer - tail;
      } else {
        probabilities[e - 1] = before <= 0 ? 1 - tail - outer : tail - outer;
      }
      densities[e] = Math.exp(-z * z / 2) / ROOT_TWO_PI;
      before = z;
      tail = outer;
    }
    return new Point(a, b, probabilities, densities);
  }

  /**
   * A shift and a scale during the search.
   *
   * @param a δ/s
   * @param b 1/s
   * @param probabilities of the cells
   * @param densities at their edges
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Point(double a, double b, double[] probabilities, double[] densities) {

    LocationScale map() {
      return new LocationScale(a / b, 1 / b);
    }

    /** −∞ where a cell has no probability in a double: the search goes back from there. */
    double logLikelihood(double... counts) {
      double sum = 0;
      for (int k = 0; k < counts.length; k++) {
        sum += counts[k] * Math.log(Math.max(0, probabilities[k]));
      }
      return sum;
    }

    /** The inverse of the expected information times the slope. */
    double[] step(double[] edges, double... counts) {
      double all = Arrays.stream(counts).sum();
      double slopeA = 0;
      double slopeB = 0;
      double aa = 0;
      double ab = 0;
      double bb = 0;
      for (int k = 0; k < counts.length; k++) {
        double lower = densities[k] / probabilities[k];
        double upper = densities[k + 1] / probabilities[k];
        double byA = lower - upper;
        double byB = (upper == 0 ? 0 : edges[k + 1] * upper) - (lower == 0 ? 0 : edges[k] * lower);
        slopeA += counts[k] * byA;
        slopeB += counts[k] * byB;
        double expected = all * probabilities[k];
        aa += expected * byA * byA;
        ab += expected * byA * byB;
        bb += expected * byB * byB;
      }
      double determinant = aa * bb - ab * ab;
      return new double[] {
        (bb * slopeA - ab * slopeB) / determinant, (aa * slopeB - ab * slopeA) / determinant
      };
    }
  }
}
