package io.evenkeel.core.reference;

import io.evenkeel.core.calibration.ResidualRange;
import io.evenkeel.core.kernel.MedianHeuristic;
import io.evenkeel.core.kernel.TargetKernel;
import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.Map;

/** Distributions, distances and kernels. */
final class KernelOperations {
  static final Map<String, Operation> TABLE =
      Map.of(
          "kernel_expectation", KernelOperations::expectation,
          "distance", KernelOperations::distance,
          "prediction_kernel", KernelOperations::predictionKernel,
          "median_heuristic", KernelOperations::medianHeuristic,
          "h_bounds", KernelOperations::range);

  private KernelOperations() {}

  private static Map<String, ?> expectation(Inputs in) {
    TargetKernel kernel = in.targetKernel();
    PredictiveDistribution p = in.prediction("p");
    return Map.of(
        "e_zy", kernel.expectation(p, Decoder.target(in.get("y"), p.space())),
        "e_zz", kernel.expectation(p, in.prediction("q")));
  }

  private static Map<String, ?> distance(Inputs in) {
    return Map.of(
        "value", Decoder.distance(in.json()).between(in.prediction("p"), in.prediction("q")));
  }

  private static Map<String, ?> predictionKernel(Inputs in) {
    return Map.of("value", in.predictionKernel().apply(in.prediction("p"), in.prediction("q")));
  }

  private static Map<String, ?> medianHeuristic(Inputs in) {
    return Map.of(
        "value", MedianHeuristic.of(Decoder.distance(in.json()), in.predictions("predictions")));
  }

  private static Map<String, ?> range(Inputs in) {
    ResidualRange range =
        ResidualRange.of(in.targetKernel(), in.prediction("p"), in.prediction("q"));
    return Map.of("lower", range.lower(), "upper", range.upper());
  }
}
