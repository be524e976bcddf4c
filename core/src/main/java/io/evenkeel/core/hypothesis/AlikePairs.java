package io.evenkeel.core.hypothesis;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.kernel.PredictionKernel;
import io.evenkeel.core.kernel.TargetKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.stream.IntStream;

/**
 * How much observations miss in the same way if their predictions are the same: an estimate of D =
 * E k_P(P, P) ‖δ(P)‖², where δ(p) is the mean of the target's embedding given the prediction p less
 * what p says of it.
 *
 * <p>Of observations that are independent given their predictions no choice of pairs misses more
 * alike: E h of a pair is k_P(p, q) ⟨δ(p), δ(q)⟩, and its mean over pairs that hold every
 * prediction equally often at most D (Cauchy and Schwarz). In particular neighbours do not, however
 * their predictions follow each other.
 *
 * <p>The estimate is the mean over observations i and their ⌈√n⌉ most alike j of √(k_P(p_i, p_i)
 * k_P(p_j, p_j)) ⟨r_i, r_j⟩ with the residuals r of the targets. It is too small by how much δ
 * differs between them. With weights w_ij given the predictions, Q = Σ w_ij ⟨r_i, r_j⟩ changes by
 * L_i when i is left out, and Var Q ≤ Σ E L_i² (Efron and Stein, <i>The jackknife estimate of
 * variance</i>, 1981): that is the standard error, too large by √2 where the model is calibrated.
 *
 * @param estimate of D, signed
 * @param standardError of it, &ge; 0
 */
public record AlikePairs(double estimate, double standardError) {

  /**
   * The estimate of a sample whose order says nothing of the observations. O(n²) kernels of
   * predictions, O(n^1.5) of targets.
   *
   * @param sample n &ge; 2 observations that k_P takes
   */
  public static AlikePairs of(TensorKernel kernel, Observations sample) {
    int n = Checks.atLeast("number of observations", sample.size(), 2);
    int count = Math.min(n - 1, (int) Math.ceil(Math.sqrt(n)));
    double[] influences = new double[n];
    double sum = 0;
    for (int i = 0; i < n; i++) {
      for (int j : mostAlike(kernel.predictions(), sample, i, count)) {
        double term = residual(kernel, sample, i, j) / n / count;
        sum += term;
        influences[i] += term;
        influences[j] += term;
      }
    }
    double variance = 0;
    for (double influence : influences) {
      variance += influence * influence;
    }
    return new AlikePairs(sum, Math.sqrt(variance));
  }

  /** Of those that are equally alike, the next ones in cyclic order, so that each counts alike. */
  private static int[] mostAlike(PredictionKernel kernel, Observations sample, int i, int count) {
    int n = sample.size();
    double[] similarity = new double[n];
    for (int step = 1; step < n; step++) {
      similarity[step] = kernel.apply(sample.prediction(i), sample.prediction((i + step) % n));
    }
    return IntStream.range(1, n)
        .boxed()
        .sorted((a, b) -> Double.compare(similarity[b], similarity[a]))
        .limit(count)
        .mapToInt(step -> (i + step) % n)
        .toArray();
  }

  private static double residual(TensorKernel kernel, Observations sample, int i, int j) {
    PredictionKernel ofPredictions = kernel.predictions();
    TargetKernel ofTargets = kernel.targets();
    PredictiveDistribution p = sample.prediction(i);
    PredictiveDistribution q = sample.prediction(j);
    return Math.sqrt(ofPredictions.apply(p, p) * ofPredictions.apply(q, q))
        * ofTargets.residual(
            Ensemble.judged(p, sample.target(i)),
            sample.target(i),
            Ensemble.judged(q, sample.target(j)),
            sample.target(j));
  }
}
