package io.evenkeel.core.expected;

import io.evenkeel.core.moments.ForecastCells;
import io.evenkeel.core.moments.LabelledCells;
import java.util.Arrays;

/**
 * How far scores are from what their predictions expect, learned from labels: in cell c the mean
 * residual is a + b e_c + u_c, with e_c the mean expected score, a and b normal with half the mean
 * expected score as standard deviation, and u_c independent, with a variance that grows with e_c by
 * a factor τ² (Paule and Mandel 1982), at least that of 5 % of e_c.
 *
 * <p>Invariants: the posterior of the mean residual of a cell is (1 − k) (a + b e) + k r̄, k = its
 * share of labels against the line: a cell of many labels goes by its own residuals, whatever the
 * line says, and one without labels goes by the line and has all of the variance of u. So a shift
 * to cells that labels have not seen makes the interval wide by itself.
 */
final class ResidualMap {
  /** Labels that the noise of all cells is worth in that of one. */
  private static final double PSEUDO_LABELS = 20;

  private static final double PRIOR_DEVIATION = 0.5;
  private static final double LEAST_SHAPE = 0.05;
  private static final double LEAST_EFFECT = 0.05;
  private static final double LEAST_SHARE = 0.2;
  private static final double LEAST_NOISE = 1e-9;
  private static final int ITERATIONS = 50;
  private static final double CONVERGED = 1e-4;

  private final LabelledCells labels;
  private final int cells;
  private final double scale;
  private final double inflation;
  private final double[] noise;
  private final double[] effect;
  private PriorLine line = new PriorLine.Sums(1).line();

  /**
   * An estimate of a mean score.
   *
   * @param mean of the score
   * @param sampling the variance that it has because labels are random
   * @param map the variance because the map is not known better
   */
  record Estimate(double mean, double sampling, double map) {
    double standardError() {
      return Math.sqrt(sampling + map);
    }
  }

  /** The map that these labels say, at least one. O(cells) per iteration. */
  ResidualMap(LabelledCells labels) {
    this.labels = labels;
    ForecastCells forecasts = labels.forecasts();
    cells = forecasts.count().length;
    scale = forecasts.mean() > 0 ? forecasts.mean() : 1;
    double within = 0;
    for (int c = 0; c < cells; c++) {
      within += count(c) > 0 ? count(c) * spread(c) : 0;
    }
    double expected = Arrays.stream(forecasts.variance()).sum();
    inflation = expected > 0 ? Math.max(1, within / expected) : 1;
    noise = new double[cells];
    Arrays.setAll(noise, this::noise);
    effect = new double[cells];
    fit();
  }

  private double count(int c) {
    return labels.forecasts().count()[c];
  }

  private double residual(int c) {
    return labels.residual()[c] / count(c);
  }

  private double expected(int c) {
    return count(c) > 0 ? labels.forecasts().expected()[c] / count(c) : 0;
  }

  /** The empirical variance of the residuals of a cell. */
  private double spread(int c) {
    return Math.max(0, labels.squares()[c] / count(c) - residual(c) * residual(c));
  }

  /** The variance of a score in a cell, where predictions expect so much. */
  private double variance(int c, double asPredicted) {
    double seen = count(c) > 0 ? count(c) * spread(c) : 0;
    return (seen + PSEUDO_LABELS * inflation * asPredicted) / (count(c) + PSEUDO_LABELS);
  }

  /** The variance of the mean residual of a cell; infinite without labels. */
  private double noise(int c) {
    if (count(c) <= 0) {
      return Double.POSITIVE_INFINITY;
    }
    double asPredicted = labels.forecasts().variance()[c] / count(c);
    return Math.max(LEAST_NOISE * scale * scale, variance(c, asPredicted) / count(c));
  }

  private void fit() {
    double between = 0;
    for (int i = 0; i < ITERATIONS; i++) {
      fitLine(between);
      double next = Math.max(0, between + step(between));
      if (Math.abs(next - between) < CONVERGED * scale * scale) {
        break;
      }
      between = next;
    }
    for (int c = 0; c < cells; c++) {
      double least = LEAST_EFFECT * Math.max(expected(c), LEAST_SHARE * scale);
      effect[c] = Math.max(between * shape(c), least * least);
    }
  }

  private double shape(int c) {
    return Math.max(expected(c) / scale, LEAST_SHAPE);
  }

  private double weight(int c, double between) {
    return 1 / (noise[c] + between * shape(c));
  }

  private void fitLine(double between) {
    double deviation = PRIOR_DEVIATION * scale;
    PriorLine.Sums sums = new PriorLine.Sums(1 / (deviation * deviation));
    for (int c = 0; c < cells; c++) {
      if (count(c) > 0) {
        sums.add(expected(c) / scale, residual(c), weight(c, between));
      }
    }
    line = sums.line();
  }

  /** Towards the τ² at which the weighted squares are as many as the cells less two. */
  private double step(double between) {
    double squares = 0;
    double slope = 0;
    int seen = 0;
    for (int c = 0; c < cells; c++) {
      if (count(c) > 0) {
        double off = residual(c) - line.at(1, expected(c) / scale);
        double weight = weight(c, between);
        squares += weight * off * off;
        slope += weight * weight * shape(c) * off * off;
        seen++;
      }
    }
    return slope > 0 ? (squares - Math.max(1, seen - 2)) / slope : 0;
  }

  /** The mean score of the predictions of a window, at least one. O(cells). */
  Estimate estimate(ForecastCells window) {
    double size = window.size();
    double mean = window.mean();
    double sampling = 0;
    double effects = 0;
    double onLine = 0;
    double along = 0;
    for (int c = 0; c < cells; c++) {
      double n = window.count()[c];
      if (n > 0) {
        double share = n / size;
        double own = count(c) > 0 ? effect[c] / (effect[c] + noise[c]) : 0;
        mean += own > 0 ? share * own * residual(c) : 0;
        onLine += share * (1 - own);
        along += share * (window.expected()[c] / n - own * expected(c)) / scale;
        effects += share * share * (own > 0 ? own * noise[c] : effect[c]);
        sampling += share * variance(c, window.variance()[c] / n) / size;
      }
    }
    double ofLine = line.variance(onLine, along);
    return new Estimate(mean + line.at(onLine, along), sampling, ofLine + effects);
  }
}
