package io.evenkeel.core.reference;

import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.recalibration.Temperature;
import java.util.Map;

/** Evidence from recalibrations. */
final class EvidenceOperations {
  static final Map<String, Operation> TABLE =
      Map.of("lr_e_process", EvidenceOperations::likelihoodRatio);

  private EvidenceOperations() {}

  private static Map<String, ?> likelihoodRatio(Inputs in) {
    Observations sample = in.observations();
    double[] temperatures = in.numbers("temperatures");
    double[] weights = in.numbers("weights");
    double[] logRatios = new double[temperatures.length];
    double[] logE = new double[sample.size()];
    double[] p = new double[sample.size()];
    double largest = 0;
    for (int t = 0; t < logE.length; t++) {
      double e = 0;
      for (int g = 0; g < temperatures.length; g++) {
        logRatios[g] +=
            new Temperature(temperatures[g]).logRatio(sample.prediction(t), sample.target(t));
        e += weights[g] * Math.exp(logRatios[g]);
      }
      logE[t] = Math.log(e);
      largest = Math.max(largest, e);
      p[t] = Math.min(1, 1 / largest);
    }
    return Map.of("log_e", logE, "p", p);
  }
}
