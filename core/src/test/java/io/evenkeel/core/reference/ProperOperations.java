package io.evenkeel.core.reference;

import io.evenkeel.core.calibration.DirichletKernel;
import io.evenkeel.core.calibration.ProperCalibration;
import io.evenkeel.core.calibration.ProperCalibrationError;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Proper calibration errors. */
final class ProperOperations {
  static final Map<String, Operation> TABLE =
      Map.of(
          "dirichlet_log_kernel", ProperOperations::kernel,
          "proper_ce", ProperOperations::canonical,
          "classwise_ce", ProperOperations::byClass,
          "loo_bandwidth", ProperOperations::bandwidth);

  private ProperOperations() {}

  private static Map<String, ?> kernel(Inputs in) {
    DirichletKernel kernel = new DirichletKernel(in.number("bandwidth"));
    Categorical at = Categorical.of(in.numbers("at"));
    Categorical centre = Categorical.of(in.numbers("centre"));
    return Map.of("log_k", kernel.log(at, centre), "log_k_swapped", kernel.log(centre, at));
  }

  private static Map<String, ?> canonical(Inputs in) {
    Observations sample = in.observations();
    ProperCalibrationError error = error(in);
    ProperCalibration all = error.estimate(sample);
    Optional<double[]> first = error.conditionalFrequencies(sample).get(0);
    return Map.ofEntries(
        Map.entry("n_used", all.used()),
        Map.entry("conditional_0", first.isPresent() ? first.get() : "undefined"),
        Map.entry("ce2_direct", all.squared().calibration()),
        Map.entry("ce2_risk", all.squared().calibrationByScore()),
        Map.entry("brier", all.squared().score()),
        Map.entry("ref2", all.squared().refinement()),
        Map.entry("sharp2", all.squared().sharpness()),
        Map.entry("cekl_direct", all.logarithmic().calibration()),
        Map.entry("cekl_risk", all.logarithmic().calibrationByScore()),
        Map.entry("nll", all.logarithmic().score()),
        Map.entry("refkl", all.logarithmic().refinement()),
        Map.entry("sharpkl", all.logarithmic().sharpness()));
  }

  private static Map<String, ?> byClass(Inputs in) {
    List<ProperCalibration> classes = error(in).byClass(in.observations());
    double[] squared = classes.stream().mapToDouble(c -> c.squared().calibration() / 2).toArray();
    double[] logarithmic =
        classes.stream().mapToDouble(c -> c.logarithmic().calibration()).toArray();
    return Map.of(
        "per_class_ce2",
        squared,
        "per_class_cekl",
        logarithmic,
        "cwce2",
        mean(squared),
        "cwcekl",
        mean(logarithmic));
  }

  private static Map<String, ?> bandwidth(Inputs in) {
    List<Categorical> predictions =
        in.predictions("predictions").stream().map(Categorical.class::cast).toList();
    double[] grid = in.numbers("grid");
    return Map.of(
        "log_likelihoods", ProperCalibrationError.logLikelihoods(predictions, grid),
        "bandwidth", ProperCalibrationError.bandwidth(predictions, grid));
  }

  private static ProperCalibrationError error(Inputs in) {
    return new ProperCalibrationError(new DirichletKernel(in.number("bandwidth")));
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }
}
