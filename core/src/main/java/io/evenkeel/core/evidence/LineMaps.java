package io.evenkeel.core.evidence;

import io.evenkeel.core.recalibration.BetaCalibration;
import io.evenkeel.core.recalibration.ClassShift;
import io.evenkeel.core.recalibration.OddsCells;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.recalibration.Temperature;
import io.evenkeel.core.score.LabelNoise;
import java.util.function.DoubleUnaryOperator;

/** Lines in the log-odds of two classes: the slope, and the offset. */
final class LineMaps extends LogOddsMaps {
  private final boolean hasBoth;

  /**
   * Learns from labels with some noise.
   *
   * @param hasBoth whether slope and offset are free, or one of them
   */
  LineMaps(LabelNoise noise, boolean hasBoth) {
    super(noise);
    this.hasBoth = hasBoth;
  }

  @Override
  double[] fit(OddsCells cells, double... sums) {
    if (hasBoth) {
      return line(cells.platt());
    }
    double[] shift = line(cells.shift());
    double[] slope = line(cells.slope());
    boolean isShift =
        slope[0] <= 0
            || logRatio(shift, sums) - prior(shift) > logRatio(slope, sums) - prior(slope);
    return isShift ? shift : slope;
  }

  private static double[] line(BetaCalibration line) {
    return new double[] {line.a(), line.c()};
  }

  @Override
  DoubleUnaryOperator curve(double... map) {
    return odds -> map[0] * odds + map[1];
  }

  @Override
  public int parameters() {
    return 2;
  }

  @Override
  public double prior(double... map) {
    return OddsCells.shrinkage(new BetaCalibration(map[0], map[0], map[1]));
  }

  @Override
  public double degrees(double... map) {
    return hasBoth ? 2 : 1;
  }

  @Override
  RecalibrationMap map(double... parameters) {
    if (parameters[0] == 1) {
      return new ClassShift(1, parameters[1]);
    }
    return parameters[1] == 0 && parameters[0] > 0
        ? new Temperature(1 / parameters[0])
        : new BetaCalibration(parameters[0], parameters[0], parameters[1]);
  }
}
