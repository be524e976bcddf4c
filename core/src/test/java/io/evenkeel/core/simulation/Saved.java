package io.evenkeel.core.simulation;

import io.evenkeel.core.moments.ConfidenceBins;
import io.evenkeel.core.moments.ReliabilityMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.ClassShift;
import io.evenkeel.core.recalibration.IsotonicCalibration;
import io.evenkeel.core.recalibration.LocationScale;
import io.evenkeel.core.recalibration.MapChain;
import io.evenkeel.core.recalibration.NormalRegression;
import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.recalibration.RecalibrationFamily.Parameter;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.recalibration.RegressionSums;
import io.evenkeel.core.recalibration.ScoreCells;
import io.evenkeel.core.recalibration.Temperature;
import io.evenkeel.core.recalibration.TopClassShift;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** What a map saves on a pane, by the sums of its sketch. */
public final class Saved {
  private static final double LEAST = 1e-5;

  private Saved() {}

  /** Nats, or a little less. */
  public static double by(RecalibrationMap map, Sketch pane) {
    if (pane.plan().space().equals(TargetSpace.classes(2))
        || map instanceof IsotonicCalibration
        || map instanceof MapChain) {
      return IntStream.range(0, ReliabilityMoments.BINNING.bins())
          .filter(b -> pane.confidences().count(b) > 0)
          .mapToDouble(b -> inBin(map, pane, b))
          .sum();
    }
    if (map instanceof NormalRegression regression) {
      return RegressionSums.of(pane.regressionSums().orElseThrow()).logRatio(regression);
    }
    return map instanceof LocationScale both && both.shift() != 0 && both.scale() != 1
        ? betweenLevels(both, pane, ReliabilityMoments.PIT_BINNING.edges())
        : alongGrid(map, pane);
  }

  /**
   * By how many targets lie between the quantiles at some levels.
   *
   * @param levels ends of bins of the probability integral transform
   */
  static double betweenLevels(LocationScale map, Sketch pane, double... levels) {
    double[] edges =
        DoubleStream.of(levels)
            .map(NormalDistribution.of(0, 1)::inverseCumulativeProbability)
            .toArray();
    double[] counts = new double[levels.length + 1];
    double[] pit = pane.pit();
    for (int b = 0; b < pit.length; b++) {
      double upper = ReliabilityMoments.PIT_BINNING.upper(b);
      counts[(int) DoubleStream.of(levels).filter(level -> level < upper - 1e-12).count()] +=
          pit[b];
    }
    return new ScoreCells(edges).logRatio(map, counts);
  }

  private static double inBin(RecalibrationMap map, Sketch pane, int bin) {
    ConfidenceBins bins = pane.confidences();
    double c = bins.mean(bin);
    double trusted = Math.max(LEAST, Math.min(1 - LEAST, c));
    int classes = pane.plan().space().size();
    double[] p = new double[classes];
    int event = classes == 2 ? 1 : 0;
    for (int k = 0; k < classes; k++) {
      p[k] = k == event ? trusted : (1 - trusted) / (classes - 1);
    }
    double q = ((Categorical) map.recalibrate(Categorical.of(p))).probability(event);
    double theta = Math.log(q / (1 - q)) - Math.log(trusted / (1 - trusted));
    return theta * bins.hits(bin) - bins.count(bin) * Math.log(1 - c + c * Math.exp(theta));
  }

  private static double alongGrid(RecalibrationMap map, Sketch pane) {
    Parameter parameter = Parameter.TEMPERATURE;
    double value = 1;
    int index = 0;
    if (map instanceof Temperature temperature) {
      value = temperature.temperature();
    } else if (map instanceof ClassShift shift) {
      parameter = Parameter.CLASS_LOG_ODDS;
      value = shift.logOdds();
      index = shift.index();
    } else if (map instanceof TopClassShift shift) {
      parameter = Parameter.TOP_CLASS_LOG_ODDS;
      value = shift.logOdds();
    } else if (map instanceof LocationScale moved) {
      parameter = moved.scale() == 1 ? Parameter.LOCATION : Parameter.SCALE;
      value = moved.scale() == 1 ? moved.shift() : moved.scale();
    }
    for (RecalibrationFamily family : pane.plan().grid().families()) {
      if (family.parameter() == parameter && family.index() == index) {
        return family.chord(family.displacement(value), pane.logRatios());
      }
    }
    throw new IllegalArgumentException("no family has " + map.describe());
  }
}
