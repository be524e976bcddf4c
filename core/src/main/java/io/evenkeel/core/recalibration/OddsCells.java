package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.IsotonicRegression;
import io.evenkeel.core.internal.LogSum;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Labels counted in cells of the probabilities of their predictions: all that the maps of log-odds
 * are learned from. Those of a sample are 106 cells of log-odds, 1/4 wide from −8 to 8, and 1 wide
 * beyond, as far as log-odds go.
 *
 * <p>Parameters are shrunk to the identity: slopes with the precision of 20, offsets of 4, and
 * isotonic values by 10 labels that agree with the predictions.
 */
public final class OddsCells {
  /** Maps of log-odds take smaller probabilities for this one. */
  public static final double LEAST = LogOdds.LEAST;

  private static final double END = 8;
  private static final double WIDTH = 0.25;
  private static final int INNER = (int) (END / WIDTH);

  /** On either side. */
  private static final int OUTER = 1 + (int) (-Math.log(LEAST) - END);

  private static final int CELLS = 2 * (INNER + OUTER);

  /** What shrinks slopes to 1. */
  static final double SLOPE_PRECISION = 20;

  private static final double OFFSET_PRECISION = 4;

  /** Of a parameter that is not free. */
  private static final double HELD = 1e15;

  private static final double[] SLOPE_AND_OFFSET = {SLOPE_PRECISION, OFFSET_PRECISION};
  private static final double PSEUDO_LABELS = 10;

  /** Log-odds that differ by less are the same but for rounding. */
  private static final double ALIKE = 1e-9;

  private static final int ITERATIONS = 50;
  private static final double CONVERGED = 1e-10;

  /** By how much the loss may seem to rise at its minimum. */
  private static final double ROUNDED = 1 + 1e-12;

  private final double[] counts;
  private final double[] probabilities;
  private final double[] hits;

  private OddsCells(double[] counts, double[] probabilities, double[] hits) {
    this.counts = counts;
    this.probabilities = probabilities;
    this.hits = hits;
  }

  /**
   * Cells that are counted already, in ascending order of their mean probabilities; not copied.
   *
   * @param counts the number of predictions in each cell, at least 0
   * @param probabilities the sum of their probabilities of the event, in [0, counts]
   * @param hits the number of them for which the event came, in [0, counts]
   * @throws IllegalArgumentException if they are not of as many cells
   */
  public static OddsCells of(double[] counts, double[] probabilities, double[] hits) {
    Checks.sameLength("probabilities", probabilities.length, "counts", counts.length);
    Checks.sameLength("hits", hits.length, "counts", counts.length);
    return new OddsCells(counts, probabilities, hits);
  }

  /** The cells of a sample of class predictions. */
  static OddsCells of(Observations sample) {
    OddsCells cells = new OddsCells(new double[CELLS], new double[CELLS], new double[CELLS]);
    for (int i = 0; i < sample.size(); i++) {
      cells.add((Categorical) sample.prediction(i), sample.target(i));
    }
    return cells;
  }

  private void add(Categorical p, Target y) {
    double odds = LogOdds.of(p);
    int cell = cell(odds);
    counts[cell]++;
    probabilities[cell] += LogOdds.probability(odds);
    hits[cell] += ((ClassLabel) y).index() == LogOdds.event(p) ? 1 : 0;
  }

  private static int cell(double odds) {
    double distance = Math.abs(odds);
    int steps =
        distance < END
            ? (int) (distance / WIDTH)
            : Math.min(INNER + OUTER - 1, INNER + (int) (distance - END));
    return odds < 0 ? INNER + OUTER - 1 - steps : INNER + OUTER + steps;
  }

  /** The most likely line in the log-odds, shrunk. */
  public BetaCalibration platt() {
    double[] line = logistic(odds -> new double[] {odds, 1}, SLOPE_AND_OFFSET, 1, 0);
    return new BetaCalibration(line[0], line[0], line[1]);
  }

  /** The most likely line through the log-odds 0, shrunk. */
  public BetaCalibration slope() {
    double slope = logistic(odds -> new double[] {odds}, new double[] {SLOPE_PRECISION}, 1)[0];
    return new BetaCalibration(slope, slope, 0);
  }

  /** The most likely shift of the log-odds, shrunk. */
  public BetaCalibration shift() {
    // The slope is held.
    double[] held = {HELD, OFFSET_PRECISION};
    double shift = logistic(odds -> new double[] {odds, 1}, held, 1, 0)[1];
    return new BetaCalibration(1, 1, shift);
  }

  /** The most likely beta calibration, shrunk. */
  public BetaCalibration beta() {
    double[] line =
        logistic(
            odds -> new double[] {-Math.log1p(Math.exp(-odds)), Math.log1p(Math.exp(odds)), 1},
            new double[] {SLOPE_PRECISION, SLOPE_PRECISION, OFFSET_PRECISION},
            1,
            1,
            0);
    return new BetaCalibration(line[0], line[1], line[2]);
  }

  /** What a line in the log-odds loses by its shrinkage, nats. */
  public static double shrinkage(BetaCalibration line) {
    double slope = line.a() - 1;
    return (SLOPE_PRECISION * slope * slope + OFFSET_PRECISION * line.c() * line.c()) / 2;
  }

  private interface Features {
    double[] of(double odds);
  }

  /** Penalised logistic regression by Newton's method, with steps that gain. */
  private double[] logistic(Features features, double[] precisions, double... identity) {
    int size = identity.length;
    double[] at = identity.clone();
    double loss = loss(features, precisions, identity, at);
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      DMatrixRMaj slope = new DMatrixRMaj(size, 1);
      DMatrixRMaj curvature = new DMatrixRMaj(size, size);
      for (int a = 0; a < size; a++) {
        slope.set(a, 0, precisions[a] * (at[a] - identity[a]));
        curvature.set(a, a, precisions[a]);
      }
      addCells(features, at, slope, curvature);
      DMatrixRMaj step = new DMatrixRMaj(size, 1);
      CommonOps_DDRM.solve(curvature, slope, step);
      double largest = CommonOps_DDRM.elementMaxAbs(step);
      double share = 1 / Math.max(1, largest);
      double[] next = moved(at, share, step);
      double lossThere = loss(features, precisions, identity, next);
      while (lossThere > loss * ROUNDED && share * largest > CONVERGED) {
        share /= 2;
        next = moved(at, share, step);
        lossThere = loss(features, precisions, identity, next);
      }
      if (largest < CONVERGED || lossThere > loss * ROUNDED) {
        return at;
      }
      at = next;
      loss = lossThere;
    }
    return at;
  }

  private static double[] moved(double[] from, double share, DMatrixRMaj step) {
    double[] to = from.clone();
    for (int a = 0; a < to.length; a++) {
      to[a] -= share * step.get(a, 0);
    }
    return to;
  }

  /** Minus the logarithm of the likelihood, penalised. */
  private double loss(Features features, double[] precisions, double[] identity, double... at) {
    double loss = 0;
    for (int a = 0; a < at.length; a++) {
      double off = at[a] - identity[a];
      loss += precisions[a] * off * off / 2;
    }
    for (int cell = 0; cell < counts.length; cell++) {
      if (counts[cell] > 0) {
        double z = product(features.of(odds(cell, cell + 1)), at);
        loss += counts[cell] * LogSum.of(0, z) - hits[cell] * z;
      }
    }
    return loss;
  }

  private void addCells(Features features, double[] at, DMatrixRMaj slope, DMatrixRMaj curvature) {
    for (int cell = 0; cell < counts.length; cell++) {
      if (counts[cell] > 0) {
        double[] x = features.of(odds(cell, cell + 1));
        double q = LogOdds.probability(product(x, at));
        for (int a = 0; a < x.length; a++) {
          slope.add(a, 0, (counts[cell] * q - hits[cell]) * x[a]);
          for (int b = 0; b < x.length; b++) {
            curvature.add(a, b, counts[cell] * q * (1 - q) * x[a] * x[b]);
          }
        }
      }
    }
  }

  private static double product(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  /** The log-odds of the mean probability in a range of cells. */
  private double odds(int start, int end) {
    return LogOdds.of(sum(probabilities, start, end) / sum(counts, start, end));
  }

  private static double sum(double[] values, int start, int end) {
    double sum = 0;
    for (int cell = start; cell < end; cell++) {
      sum += values[cell];
    }
    return sum;
  }

  /** Neighbouring cells. */
  private record Range(int start, int end) {

    double sum(double... values) {
      return OddsCells.sum(values, start, end);
    }

    double odds(OddsCells cells) {
      return cells.odds(start, end);
    }
  }

  /** The cells with predictions; those whose log-odds are the same but for rounding are one. */
  private List<Range> toldApart() {
    List<Range> ranges = new ArrayList<>();
    for (int cell = 0; cell < counts.length; cell++) {
      if (counts[cell] > 0) {
        int last = ranges.size() - 1;
        boolean isNext = last < 0 || odds(cell, cell + 1) > ranges.get(last).odds(this) + ALIKE;
        if (isNext) {
          ranges.add(new Range(cell, cell + 1));
        } else {
          ranges.set(last, new Range(ranges.get(last).start, cell + 1));
        }
      }
    }
    return ranges;
  }

  /**
   * Centred isotonic regression of the labels: each pool is a knot at its mean probability, so that
   * the curve has no steps. The first and the last have a second one at their outermost cell: all
   * of their members become the pool's value. Values are shrunk, and put in order where that undid
   * it.
   */
  public IsotonicCalibration isotonic() {
    List<Range> cells = toldApart();
    List<Range> pools = pools(cells);
    double[] values = new double[pools.size()];
    double[] weights = new double[values.length];
    for (int pool = 0; pool < values.length; pool++) {
      double odds = pools.get(pool).odds(this);
      weights[pool] = pools.get(pool).sum(counts) + PSEUDO_LABELS;
      values[pool] =
          (pools.get(pool).sum(hits) + PSEUDO_LABELS * LogOdds.probability(odds)) / weights[pool];
    }
    double[] fitted = IsotonicRegression.of(values, weights).fitted();
    List<Double> from = new ArrayList<>();
    List<Double> to = new ArrayList<>();
    from.add(cells.get(0).odds(this));
    to.add(LogOdds.of(fitted[0]));
    for (int pool = 0; pool < fitted.length; pool++) {
      addKnot(from, to, pools.get(pool).odds(this), LogOdds.of(fitted[pool]));
    }
    addKnot(from, to, cells.get(cells.size() - 1).odds(this), to.get(to.size() - 1));
    return new IsotonicCalibration(new MonotoneCurve(from, to));
  }

  /** Neighbouring cells that isotonic regression gives the same value. */
  private List<Range> pools(List<Range> cells) {
    double[] n = cells.stream().mapToDouble(cell -> cell.sum(counts)).toArray();
    double[] shares = cells.stream().mapToDouble(cell -> cell.sum(hits)).toArray();
    Arrays.setAll(shares, i -> shares[i] / n[i]);
    IsotonicRegression regression = IsotonicRegression.of(shares, n);
    return IntStream.range(0, regression.pools())
        .mapToObj(
            pool ->
                new Range(
                    cells.get(regression.start(pool)).start,
                    cells.get(regression.end(pool) - 1).end))
        .toList();
  }

  /** Where there is none yet. A pool of one cell is at that cell. */
  private static void addKnot(List<Double> from, List<Double> to, double odds, double value) {
    if (odds > from.get(from.size() - 1)) {
      from.add(odds);
      to.add(value);
    }
  }
}
