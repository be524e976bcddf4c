package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;

/**
 * The kernel k(y, z) = 1 if y = z and 0 otherwise, on classes. Each expectation is a sum over m.
 */
public record KroneckerKernel() implements TargetKernel {

  @Override
  public double apply(Target y, Target z) {
    return KernelArguments.label(y) == KernelArguments.label(z) ? 1 : 0;
  }

  /** p_y. */
  @Override
  public double expectation(PredictiveDistribution p, Target y) {
    return KernelArguments.categorical(p).probability(KernelArguments.label(y));
  }

  /** Σ p_k q_k. */
  @Override
  public double expectation(PredictiveDistribution p, PredictiveDistribution q) {
    Categorical a = KernelArguments.categorical(p);
    Categorical b = KernelArguments.categorical(q);
    KernelArguments.sameSize(a.classes(), b.classes());
    double sum = 0;
    for (int k = 0; k < a.classes(); k++) {
      sum += a.probability(k) * b.probability(k);
    }
    return sum;
  }

  /** p_y if y = z and 0 otherwise. */
  @Override
  public double productExpectation(PredictiveDistribution p, Target y, Target z) {
    return KernelArguments.label(y) == KernelArguments.label(z)
        ? KernelArguments.categorical(p).probability(KernelArguments.label(y))
        : 0;
  }

  /** p_y (1 − p_y) (1 − 3 p_y (1 − p_y)). */
  @Override
  public double fourthMoment(PredictiveDistribution p, Target y) {
    double of = expectation(p, y);
    double variance = of * (1 - of);
    return variance * (1 - 3 * variance);
  }

  /**
   * tr(C_p C_q) with C_p = diag(p) − ppᵀ, which is Σ p_k q_k (1 − p_k − q_k) + (Σ p_k q_k)², summed
   * without cancellation as Σ p_k (1 − p_k) q_k (1 − q_k) plus what the pairs of classes add.
   */
  @Override
  public double residualVariance(PredictiveDistribution p, PredictiveDistribution q) {
    Categorical a = KernelArguments.categorical(p);
    Categorical b = KernelArguments.categorical(q);
    KernelArguments.sameSize(a.classes(), b.classes());
    double products = 0;
    double squares = 0;
    double diagonal = 0;
    for (int k = 0; k < a.classes(); k++) {
      double pk = a.probability(k);
      double qk = b.probability(k);
      double product = pk * qk;
      diagonal += product * (1 - pk) * (1 - qk);
      squares += product * product;
      products += product;
    }
    return diagonal + Math.max(0, products * products - squares);
  }
}
