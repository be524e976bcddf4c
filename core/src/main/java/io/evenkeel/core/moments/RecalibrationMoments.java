package io.evenkeel.core.moments;

import io.evenkeel.core.prediction.Composite;
import io.evenkeel.core.recalibration.LogRatios;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.sequential.Evidence;
import java.util.Arrays;

/**
 * The sums of {@link Evidence}.
 *
 * <p>Each observation counts by its weight. Layout: the number of observations, the number of
 * targets held impossible, and for each recalibration of the grid the sum of its log-ratios.
 * Ensembles and mixtures of several real numbers, of which the grid has no recalibration, do not
 * count.
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
    return (p, y, weight) -> {
      if (p instanceof Composite && p.space().size() > 1) {
        return;
      }
      block[offset] += weight;
      if (!ratios.evaluate(p, y)) {
        block[offset + IMPOSSIBLE] += weight;
      }
      for (int i = 0; i < size; i++) {
        block[offset + LOG_RATIOS + i] += weight * ratios.get(i);
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
    double impossible = OutcomeCounts.sum(block[offset + IMPOSSIBLE]);
    double labels = Math.max(impossible, OutcomeCounts.sum(block[offset]));
    return Evidence.of(grid, logRatios(block, offset), labels, impossible);
  }
}
