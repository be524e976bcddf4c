package io.evenkeel.core.evidence;

import io.evenkeel.core.recalibration.Boundary;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Tolerance;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * A mutable Shiryaev-Roberts detector of a change beyond a {@linkplain Boundary boundary}: for each
 * alternative g and each place k of the boundary a process R<sub>gk</sub> ← (R<sub>gk</sub> + 1)
 * L<sub>gk</sub>, and the statistic Σ<sub>g</sub> w<sub>g</sub> min<sub>k</sub> R<sub>gk</sub>.
 *
 * <p>The alternatives are the recalibrations of the grid, with three quarters of the weight, and
 * bets with the rest. The factors of a recalibration are likelihood ratios, its own over that of
 * the point. Those of a bet are that against calibration over the largest likelihood ratio of the
 * places that its family leaves to others, and one that forgives what else is tolerable. A
 * tolerable recalibration is no alternative. A pane in which a bet is not made, or sees no row that
 * it is about, leaves its processes as they are.
 *
 * <p>If for one place every factor has expectation at most 1 given the past, then Σ<sub>g</sub>
 * w<sub>g</sub> R<sub>gk</sub> − t is a supermartingale, and the statistic lies below it. So the
 * mean number of panes until it falsely reaches A is at least A, and the chance that it does so
 * within T panes of a start is at most T/A. (Shin, Ramdas and Rinaldo 2024, arXiv:2203.03532.)
 */
final class ChangeDetector {
  private static final double SHARE_OF_BETS = 0.25;

  /** What a process is held below, far beyond every threshold. */
  private static final double LARGEST = 1e300;

  private final Boundary boundary;
  private final int recalibrations;
  private final double[] weights;
  private final double[][] processes;
  private final int[][] places;

  /** A detector before its first pane. */
  ChangeDetector(RecalibrationGrid grid, Tolerance tolerance, Bets bets) {
    this.boundary = Boundary.of(grid, tolerance);
    this.recalibrations = grid.size();
    this.weights = bets.weightsBeside(grid.logWeights(), SHARE_OF_BETS);
    this.places = new int[weights.length][];
    this.processes = new double[weights.length][];
    List<int[]> placesOfBets = bets.places(boundary);
    for (int g = 0; g < weights.length; g++) {
      boolean isBet = g >= recalibrations;
      places[g] = isBet ? placesOfBets.get(g - recalibrations) : boundary.placesOf(g);
      processes[g] = new double[places[g].length + (isBet ? 1 : 0)];
    }
  }

  /** The number of doubles of its state. */
  int length() {
    return Arrays.stream(processes).mapToInt(process -> process.length).sum();
  }

  /** Reads its state. */
  void read(DoubleBuffer state) {
    for (double[] process : processes) {
      state.get(process);
    }
  }

  /** Writes its state. */
  void write(DoubleBuffer state) {
    for (double[] process : processes) {
      state.put(process);
    }
  }

  /**
   * Adds the next pane.
   *
   * @param logRatios the sums of the recalibrations, finite
   * @param bets what each of them makes of the pane
   */
  void add(double labels, double[] logRatios, List<Played> bets) {
    double[] atBoundary = boundary.at(labels, logRatios);
    for (int g = 0; g < recalibrations; g++) {
      step(g, boundary.tolerates(g) ? Double.NEGATIVE_INFINITY : logRatios[g], atBoundary);
    }
    for (int k = 0; k < bets.size(); k++) {
      Played bet = bets.get(k);
      if (!bet.equals(Played.NONE)) {
        int g = recalibrations + k;
        step(g, bet.plain(), atBoundary);
        multiply(g, places[g].length, bet.lenient());
      }
    }
  }

  private void step(int g, double log, double[] atBoundary) {
    for (int k = 0; k < places[g].length; k++) {
      multiply(g, k, log - atBoundary[places[g][k]]);
    }
  }

  private void multiply(int g, int k, double logFactor) {
    processes[g][k] = Math.min(LARGEST, (processes[g][k] + 1) * Math.exp(logFactor));
  }

  /** The logarithm of the statistic, −∞ before the first pane. */
  double logValue() {
    return Math.log(value(0, recalibrations) + value(recalibrations, weights.length));
  }

  /** Whether more of the statistic is that of bets than of recalibrations. */
  boolean isOfBets() {
    return value(recalibrations, weights.length) > value(0, recalibrations);
  }

  /** The bet with the largest process. */
  int bestBet() {
    int best = 0;
    for (int k = 1; k < weights.length - recalibrations; k++) {
      boolean isBetter =
          least(processes[recalibrations + k]) > least(processes[recalibrations + best]);
      best = isBetter ? k : best;
    }
    return best;
  }

  private double value(int from, int to) {
    double sum = 0;
    for (int g = from; g < to; g++) {
      sum += weights[g] * least(processes[g]);
    }
    return sum;
  }

  private static double least(double[] values) {
    double least = Double.POSITIVE_INFINITY;
    for (double value : values) {
      least = Math.min(least, value);
    }
    return least;
  }

  /** Restarts, as after an alarm. */
  void reset() {
    for (double[] process : processes) {
      Arrays.fill(process, 0);
    }
  }
}
