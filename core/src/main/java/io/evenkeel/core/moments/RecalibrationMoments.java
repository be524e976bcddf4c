package io.evenkeel.core.moments;

import io.evenkeel.core.prediction.Composite;
import io.evenkeel.core.recalibration.LogRatios;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.sequential.Evidence;
import java.util.Arrays;

/**
 * The sums of {@link Evidence}.
 *
 * <p>Layout: the number of observations, the number of targets held impossible, and for each
 * recalibration of the grid the sum of its log-ratios over the others. A target some ratio of which
 * is not a finite number, being too far off, counts as impossible. Ensembles and mixtures of
 * several real numbers, of which the grid has no recalibration, do not count.
 *
 * @param grid the recalibrations
 */
public record RecalibrationMoments(RecalibrationGrid grid) implements AdditiveStatistic {
  private static final int IMPOSSIBLE = 1;
  private static final int LOG_RATIOS = 2;

  @Override
  public int length() {
    return LOG_RATIOS + grid.size();
  }

  @Override
  public Accumulator accumulator(double[] block, int offset) {
    LogRatios ratios = grid.logRatios();
    int size = grid.size();
    double[] values = new double[size];
    return (p, y, weight) -> {
      if (p instanceof Composite && p.space().size() > 1) {
        return;
      }
      block[offset] += weight;
      boolean isPossible = ratios.evaluate(p, y);
      for (int i = 0; i < size && isPossible; i++) {
        values[i] = ratios.get(i);
        isPossible = Double.isFinite(values[i]);
      }
      if (!isPossible) {
        block[offset + IMPOSSIBLE] += weight;
        return;
      }
      for (int i = 0; i < size; i++) {
        block[offset + LOG_RATIOS + i] += weight * values[i];
      }
    };
  }

  /** The sum of the log-ratios of each recalibration. */
  public double[] logRatios(double[] block, int offset) {
    int from = offset + LOG_RATIOS;
    return Arrays.copyOfRange(block, from, from + grid.size());
  }

  /** The evidence in the sums. */
  public Evidence evidence(double[] block, int offset) {
    return Evidence.of(
        grid, logRatios(block, offset), (long) block[offset], (long) block[offset + IMPOSSIBLE]);
  }
}
