package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * What forecasts of one number have shown after some panes.
 *
 * @param logE evidence of all panes
 * @param logDetector the largest that there was
 * @param deviation what is wrong, if a fault is open that one parameter describes
 */
record FollowedForecasts(double logE, double logDetector, Optional<Deviation> deviation) {
  /** Levels that quantile forecasts state. */
  static final List<double[]> LEVELS =
      List.of(
          new double[] {0.5},
          new double[] {0.1, 0.5, 0.9},
          new double[] {0.1, 0.25, 0.5, 0.75, 0.9},
          IntStream.rangeClosed(1, 9).mapToDouble(k -> k / 10.0).toArray(),
          IntStream.rangeClosed(1, 19).mapToDouble(k -> k / 20.0).toArray());

  /**
   * Follows forecasts.
   *
   * @param first what the profile is learned from
   * @param logThreshold of the detector
   * @param fill adds the observations of the next pane
   */
  static FollowedForecasts of(
      List<PredictiveDistribution> first, int panes, double logThreshold, Consumer<Sketch> fill) {
    SketchPlan plan = SketchPlan.of(TargetSpace.reals(1), ProfileLearner.learn(1, first, 16, 1));
    SeriesEvidence evidence = SeriesEvidence.empty(plan, 0);
    CalibrationMonitor monitor = CalibrationMonitor.empty(plan, Tolerance.within(0.02), 0);
    double largest = Double.NEGATIVE_INFINITY;
    for (int pane = 0; pane < panes; pane++) {
      Sketch sketch = plan.empty();
      fill.accept(sketch);
      evidence.add(sketch);
      monitor.add(sketch, 600_000L * pane, logThreshold);
      largest = Math.max(largest, monitor.logDetector());
    }
    return new FollowedForecasts(
        evidence.logEValue(), largest, monitor.fault().flatMap(Fault::deviation));
  }
}
