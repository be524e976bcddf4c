package io.evenkeel.core.drift;

import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.internal.Checks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/** Pearson's test that two samples, counted in the same cells, come from one distribution. */
final class ChiSquaredTest {
  /** Fewer expected in a cell of either sample, and its count is too far from normal. */
  private static final double LEAST_EXPECTED = 5;

  private ChiSquaredTest() {}

  /** A count of rare cells that could not even get this p-value says nothing. */
  private static final double LEAST_P_VALUE = 1e-3;

  /**
   * Tests counts x and y of n and m cases. Q = Σ<sub>c</sub> (√(m/n) x<sub>c</sub> − √(n/m)
   * y<sub>c</sub>)² / (x<sub>c</sub> + y<sub>c</sub>) has r − 1 degrees of freedom over r cells.
   *
   * <p>Cells of which fewer than five are expected in either sample count as one. If that has too
   * few itself, k in all, it is not part of Q: how many of the k are in y is compared with the
   * binomial distribution of k and m / (n + m), whose tails are at least those of the exact
   * hypergeometric one (Hoeffding 1956). The two tests share the level (Bonferroni). So what was
   * never seen before is noticed in a sample that is small beside the other. Degenerate if neither
   * can be made.
   *
   * <p>Which cells count as one, and which tests are made, depends only on the sums x<sub>c</sub> +
   * y<sub>c</sub>, given which the test is that of a table with fixed margins.
   *
   * @param x counts, not negative
   * @param y counts, as many
   */
  static TestResult test(double[] x, double[] y) {
    Checks.sameLength("x", x.length, "y", y.length);
    double n = Arrays.stream(x).sum();
    double m = Arrays.stream(y).sum();
    double least = LEAST_EXPECTED * (n + m) / Math.min(n, m);
    List<Cell> cells = new ArrayList<>();
    Cell rest = new Cell(0, 0);
    for (int c = 0; c < x.length; c++) {
      Cell cell = new Cell(x[c], y[c]);
      if (cell.both() >= least) {
        cells.add(cell);
      } else {
        rest = new Cell(rest.x + cell.x, rest.y + cell.y);
      }
    }
    if (rest.both() >= least) {
      cells.add(rest);
      rest = new Cell(0, 0);
    }
    long cases = Math.round(Math.min(n, m));
    return both(test(cells, cases), rare(rest, m / (n + m)), cases);
  }

  private static TestResult both(TestResult common, OptionalDouble rare, long cases) {
    if (rare.isEmpty()) {
      return common;
    }
    return common.degenerate()
        ? new TestResult(0, rare.getAsDouble(), 0, cases, false)
        : new TestResult(
            common.statistic(),
            Math.min(1, 2 * Math.min(common.pValue(), rare.getAsDouble())),
            common.rank(),
            cases,
            false);
  }

  /** The p-value, on both sides, that so many of the rare cases are in y; none without power. */
  private static OptionalDouble rare(Cell rest, double share) {
    double k = Math.rint(rest.both());
    double leastPValue = 2 * Math.pow(Math.min(share, 1 - share), k);
    boolean isTwoSamples = share > 0 && share < 1;
    if (!isTwoSamples || leastPValue > LEAST_P_VALUE || k > Integer.MAX_VALUE) {
      return OptionalDouble.empty();
    }
    BinomialDistribution inY = BinomialDistribution.of((int) k, share);
    int y = (int) Math.round(rest.y);
    double oneSided = Math.min(inY.cumulativeProbability(y), inY.survivalProbability(y - 1));
    return OptionalDouble.of(Math.min(1, 2 * oneSided));
  }

  private record Cell(double x, double y) {
    double both() {
      return x + y;
    }
  }

  private static TestResult test(List<Cell> cells, long cases) {
    if (cells.size() < 2) {
      return new TestResult(0, 1, 0, cases, true);
    }
    double n = cells.stream().mapToDouble(Cell::x).sum();
    double m = cells.stream().mapToDouble(Cell::y).sum();
    double statistic = 0;
    for (Cell cell : cells) {
      double difference = Math.sqrt(m / n) * cell.x - Math.sqrt(n / m) * cell.y;
      statistic += difference * difference / cell.both();
    }
    int freedom = cells.size() - 1;
    double p = ChiSquaredDistribution.of(freedom).survivalProbability(statistic);
    return new TestResult(statistic, p, freedom, cases, false);
  }
}
