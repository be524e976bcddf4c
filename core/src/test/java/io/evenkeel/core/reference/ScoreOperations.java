package io.evenkeel.core.reference;

import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.QuantileCurve;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Univariate;
import io.evenkeel.core.score.CheckScore;
import io.evenkeel.core.score.Crps;
import io.evenkeel.core.score.QuantileCalibration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/** Scores and quantiles. */
final class ScoreOperations {
  static final Map<String, Operation> TABLE =
      Map.of(
          "crps", ScoreOperations::crps,
          "check_score", ScoreOperations::checkScore,
          "quantile_features", ScoreOperations::quantiles,
          "quantile_calibration_error", ScoreOperations::quantileCalibration,
          "monotone_quantiles", ScoreOperations::monotoneQuantiles);

  private ScoreOperations() {}

  private static Map<String, ?> crps(Inputs in) {
    Observations sample = in.observations();
    return Map.of(
        "value",
        IntStream.range(0, sample.size())
            .mapToDouble(i -> Crps.of(sample.prediction(i), (RealVector) sample.target(i)))
            .toArray());
  }

  private static Map<String, ?> checkScore(Inputs in) {
    return Map.of("value", CheckScore.mean(in.observations(), in.numbers("levels")));
  }

  private static Map<String, ?> quantiles(Inputs in) {
    Univariate p = Univariate.of(in.prediction("prediction"));
    return Map.of("value", Arrays.stream(in.numbers("levels")).map(p::quantile).toArray());
  }

  private static Map<String, ?> quantileCalibration(Inputs in) {
    double[] levels = in.numbers("levels");
    QuantileCalibration calibration = QuantileCalibration.of(in.observations(), levels);
    return Map.of(
        "pit", calibration.transforms(),
        "phat", calibration.shares(),
        "sum", calibration.squaredError(),
        "mean", calibration.squaredError() / levels.length);
  }

  private static Map<String, ?> monotoneQuantiles(Inputs in) {
    double[] levels = in.numbers("levels");
    double[] quantiles = in.numbers("quantiles");
    QuantileCurve curve = QuantileCurve.rearranged(levels, quantiles);
    return Map.of(
        "crossings", QuantileCurve.crossings(quantiles),
        "rearranged", curve.quantiles(),
        "isotonic", QuantileCurve.isotonic(levels, quantiles).quantiles(),
        "interp_quantile", Arrays.stream(in.numbers("eval_levels")).map(curve::quantile).toArray(),
        "interp_cdf", Arrays.stream(in.numbers("eval_points")).map(curve::cdf).toArray());
  }
}
