package io.evenkeel.core.drift;

import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.internal.Checks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/** Pearson's test that two samples, counted in the same cells, come from one distribution. */
final class ChiSquaredTest {
  /** Fewer expected in a cell of either sample, and its count is too far from normal. */
  private static final double LEAST_EXPECTED = 5;

  private ChiSquaredTest() {}

  /**
   * Tests counts x and y of n and m cases. Q = Σ<sub>c</sub> (√(m/n) x<sub>c</sub> − √(n/m)
   * y<sub>c</sub>)² / (x<sub>c</sub> + y<sub>c</sub>) has r − 1 degrees of freedom over r cells.
   * Cells of which fewer than five are expected in either sample count as one; if that has too few
   * itself, its cases are left out. Degenerate if fewer than two cells remain.
   *
   * <p>Which cells count as one depends only on the sums x<sub>c</sub> + y<sub>c</sub>, given which
   * the test is that of a table with fixed margins.
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
    }
    return test(cells, Math.round(Math.min(n, m)));
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
