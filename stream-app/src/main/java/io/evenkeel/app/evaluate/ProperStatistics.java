package io.evenkeel.app.evaluate;

import io.evenkeel.core.calibration.CalibrationPipeline;
import io.evenkeel.core.calibration.ClasswiseProperCalibration;
import io.evenkeel.core.calibration.DirichletKernel;
import io.evenkeel.core.calibration.ProperDecomposition;
import io.evenkeel.core.calibration.ResidualSample;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Estimates of calibration errors that belong to proper scores, with what is left of the scores.
 */
final class ProperStatistics {
  private static final double[] BANDWIDTHS = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3};

  /** The bandwidth is chosen by so many probabilities of single classes. */
  private static final int CHOOSING = 500;

  /**
   * The cross-validation needs so many rows, and with its redraws takes long for more than most.
   */
  private static final int LEAST = 25;

  private static final int MOST = 4000;

  private ProperStatistics() {}

  /** The squared error of the top label; none of too few rows. */
  static List<Measure> topLabel(Observations sample, UniformRandomProvider random) {
    if (sample.size() < LEAST) {
      return List.of();
    }
    int n = Math.min(sample.size(), MOST);
    Observations rows =
        Observations.of(sample.predictions().subList(0, n), sample.targets().subList(0, n));
    double[] confidences =
        rows.predictions().stream()
            .map(Categorical.class::cast)
            .mapToDouble(p -> p.probability(p.argmax()))
            .toArray();
    CalibrationPipeline pipeline = CalibrationPipeline.binned(random.nextLong());
    double error = pipeline.estimate(ResidualSample.topLabel(rows)).get(0).squaredError();
    return List.of(
        Measure.of(Quantity.CE2_TOP_LABEL, error, n)
            .ifCalibrated(
                pipeline.rangeIfCalibrated(
                    confidences, SampleStatistics.FEW, Plan.CONFIDENCE, random)));
  }

  /** The means over the classes, each against the rest. O(n²) for n rows and each class. */
  static List<Measure> classwise(Observations sample, UniformRandomProvider random) {
    int rows = Math.max(2, CHOOSING / sample.prediction(0).space().size());
    double bandwidth = ClasswiseProperCalibration.bandwidth(sample, rows, BANDWIDTHS);
    ClasswiseProperCalibration errors =
        ClasswiseProperCalibration.of(
            sample, new DirichletKernel(bandwidth), SampleStatistics.FEW, Plan.CONFIDENCE, random);
    ProperDecomposition squared = errors.squared();
    ProperDecomposition log = errors.logarithmic();
    int n = sample.size();
    return List.of(
        Measure.of(Quantity.CE2_CLASSWISE, squared.calibrationByScore(), n)
            .ifCalibrated(errors.squaredIfCalibrated()),
        Measure.of(Quantity.REFINEMENT_BRIER, refinement(squared), n),
        Measure.of(Quantity.SHARPNESS_BRIER, squared.sharpness(), n),
        Measure.of(Quantity.CE_KL_CLASSWISE, log.calibrationByScore(), n)
            .ifCalibrated(errors.logarithmicIfCalibrated()),
        Measure.of(Quantity.REFINEMENT_LOG, refinement(log), n),
        Measure.of(Quantity.SHARPNESS_LOG, log.sharpness(), n));
  }

  /** What the score would be without the calibration error. */
  private static double refinement(ProperDecomposition parts) {
    return parts.score() - parts.calibrationByScore();
  }
}
