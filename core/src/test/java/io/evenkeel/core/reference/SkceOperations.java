package io.evenkeel.core.reference;

import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.prediction.Observations;
import java.util.LinkedHashMap;
import java.util.Map;

/** The squared kernel calibration error. */
final class SkceOperations {
  static final Map<String, Operation> TABLE =
      Map.of("h_matrix", SkceOperations::residuals, "skce", SkceOperations::estimates);

  private SkceOperations() {}

  private static Map<String, ?> residuals(Inputs in) {
    return Map.of("h", new Skce(in.kernel()).residuals(in.observations()));
  }

  private static Map<String, ?> estimates(Inputs in) {
    Skce skce = new Skce(in.kernel());
    Observations sample = in.observations();
    Map<String, Map<String, ?>> blocks = new LinkedHashMap<>();
    for (int size : in.integers("block_sizes")) {
      blocks.put(
          Integer.toString(size),
          Map.of(
              "value", skce.block(size, sample),
              "block_estimates", skce.blockEstimates(size, sample)));
    }
    return Map.of(
        "biased", skce.biased(sample),
        "unbiased", skce.unbiased(sample),
        "kce", skce.kce(sample),
        "block", blocks);
  }
}
