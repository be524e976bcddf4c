package io.evenkeel.core.simulation;

import io.evenkeel.core.expected.Abstention;
import io.evenkeel.core.expected.ExpectedLoss;
import io.evenkeel.core.expected.LossMonitor;
import io.evenkeel.core.moments.ExpectedScoreMoments;
import io.evenkeel.core.moments.ForecastCells;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What was said of a window, and what was true, per score.
 *
 * @param window its index
 * @param losses what was said
 * @param actual mean scores
 * @param expected mean scores as CBPE has them: if the predictions are right
 * @param expectedError their standard errors
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Foretold(
    int window,
    List<ExpectedLoss> losses,
    double[] actual,
    double[] expected,
    double[] expectedError) {

  /**
   * Goes through windows in their order; the labels of each come {@code lag} windows later, before
   * those of that window are foretold.
   */
  public static List<Foretold> of(
      ExpectedScoreMoments moments, List<List<Observation>> windows, int lag) {
    LossMonitor monitor = new LossMonitor(moments);
    List<double[]> blocks = new ArrayList<>();
    List<LossMonitor.Expectation> expectations = new ArrayList<>();
    List<Foretold> all = new ArrayList<>();
    for (int t = 0; t < windows.size(); t++) {
      if (t >= lag) {
        monitor.check(expectations.get(t - lag), blocks.get(t - lag), blocks.get(t - lag));
        monitor.learn(blocks.get(t - lag));
      }
      double[] block = block(moments, windows.get(t));
      blocks.add(block);
      expectations.add(monitor.expect(block));
      all.add(of(t, moments, expectations.get(t).losses(), block));
    }
    return all;
  }

  /** The sums of labelled rows. */
  public static double[] block(ExpectedScoreMoments moments, List<Observation> rows) {
    double[] block = new double[moments.length()];
    var accumulator = moments.accumulator(block, 0);
    rows.forEach(row -> accumulator.add(row.prediction(), row.target(), 1));
    return block;
  }

  /** What was said of the window whose labelled sums these are. */
  public static Foretold of(
      int window, ExpectedScoreMoments moments, List<ExpectedLoss> losses, double[] block) {
    int scores = losses.size();
    double[] actual = new double[scores];
    double[] expected = new double[scores];
    double[] error = new double[scores];
    for (int s = 0; s < scores; s++) {
      ForecastCells forecasts = moments.forecastCells(block, 0, s);
      actual[s] = moments.labelledCells(block, 0, s).mean();
      expected[s] = forecasts.mean();
      error[s] = Math.sqrt(Arrays.stream(forecasts.variance()).sum()) / forecasts.size();
    }
    return new Foretold(window, losses, actual, expected, error);
  }

  /** Whether anything was said of a score. */
  public boolean isSaid(int score) {
    return losses.get(score).abstention().isEmpty();
  }

  /** Whether nothing was said because labels had shown a change. */
  public boolean isWithdrawn() {
    return losses.get(0).abstention().equals(Optional.of(Abstention.CHANGED));
  }

  /** Whether the interval of a score covers what came. */
  public boolean covers(int score) {
    return losses.get(score).interval().contains(actual[score]);
  }

  /** Whether the interval of the model alone does. */
  public boolean modelCovers(int score) {
    ExpectedLoss loss = losses.get(score);
    return Math.abs(actual[score] - loss.estimate()) <= 1.96 * loss.standardError();
  }

  /** Whether that of CBPE does. */
  public boolean forecastCovers(int score) {
    return Math.abs(actual[score] - expected[score]) <= 1.96 * expectedError[score];
  }

  /** Half the width of the interval of a score. */
  public double halfWidth(int score) {
    return losses.get(score).interval().upper() - losses.get(score).estimate();
  }
}
