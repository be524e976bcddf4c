package io.evenkeel.core.reference;

import io.evenkeel.core.calibration.Ckce;
import io.evenkeel.core.kernel.FourierKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Observations;
import java.util.Map;

/** The conditional kernel calibration error. */
final class CkceOperations {
  static final Map<String, Operation> TABLE =
      Map.of(
          "ckce", CkceOperations::exact,
          "ckce_rff", CkceOperations::fourier,
          "ckce_toy", CkceOperations::toy);

  private CkceOperations() {}

  private static Map<String, ?> exact(Inputs in) {
    Observations sample = in.observations();
    double lambda = lambda(in, sample);
    return Map.of("lambda", lambda, "ckce", new Ckce(in.kernel()).estimate(sample, lambda));
  }

  private static Map<String, ?> fourier(Inputs in) {
    Observations sample = in.observations();
    FourierKernel fourier = FourierKernel.of(in.matrix("frequencies"));
    Ckce ckce = new Ckce(new TensorKernel(fourier, new KroneckerKernel()));
    double[][] features = {
      fourier.features(sample.prediction(0)), fourier.features(sample.prediction(1))
    };
    return Map.of("features", features, "ckce", ckce.estimate(sample, lambda(in, sample)));
  }

  /**
   * Two predictions, made with probabilities p and 1 − p, that are off by 0.2 and 0.1 in either
   * class: what the estimators converge to, from the definitions.
   */
  private static Map<String, ?> toy(Inputs in) {
    double[] share = {in.number("p"), 1 - in.number("p")};
    double[] off = {0.2, 0.1};
    double conditional = 0;
    double joint = 0;
    double absolute = 0;
    for (int q = 0; q < 2; q++) {
      conditional += 2 * off[q] * off[q];
      joint += share[q] * share[q] * 2 * off[q] * off[q];
      absolute += share[q] * 2 * off[q];
    }
    return Map.of("ckce", conditional, "jkce", joint, "ece_l1", absolute);
  }

  private static double lambda(Inputs in, Observations sample) {
    return in.has("lambda") ? in.number("lambda") : Ckce.defaultLambda(sample.size());
  }
}
