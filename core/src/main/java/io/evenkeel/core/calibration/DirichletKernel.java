package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Categorical;
import org.apache.commons.numbers.gamma.LogGamma;

/**
 * The density at one probability vector of the Dirichlet distribution with parameters α = c/b + 1
 * around another, the centre c: a smoothing kernel on the simplex, not symmetric, that puts no mass
 * outside.
 *
 * <p>All in logarithms: the density itself overflows for small bandwidths. A class with probability
 * zero at a point but not at the centre gives −∞; 0 log 0 = 0.
 *
 * <p>Source: Ouimet and Tolosana-Delgado 2022, as used by Popordanoska, Gruber et al. 2022,
 * Equation 12.
 *
 * @param bandwidth b &gt; 0
 */
public record DirichletKernel(double bandwidth) {

  /** Checks the bandwidth. */
  public DirichletKernel {
    Checks.positive("bandwidth", bandwidth);
  }

  /** log k(at; centre). O(m) time. */
  public double log(Categorical at, Categorical centre) {
    Checks.sameLength("probabilities", at.classes(), "the centre", centre.classes());
    return logNormaliser(centre) + logShape(logarithms(at), centre);
  }

  /** Log Γ(Σα) − Σ log Γ(α_k). */
  double logNormaliser(Categorical centre) {
    double total = 0;
    double sum = 0;
    for (int k = 0; k < centre.classes(); k++) {
      double alpha = centre.probability(k) / bandwidth + 1;
      total += alpha;
      sum += LogGamma.value(alpha);
    }
    return LogGamma.value(total) - sum;
  }

  /** Σ (α_k − 1) log p_k, given the logarithms. */
  double logShape(double[] logarithms, Categorical centre) {
    double sum = 0;
    for (int k = 0; k < logarithms.length; k++) {
      double share = centre.probability(k);
      if (share > 0) {
        sum += share * logarithms[k];
      }
    }
    return sum / bandwidth;
  }

  static double[] logarithms(Categorical p) {
    double[] logarithms = new double[p.classes()];
    for (int k = 0; k < logarithms.length; k++) {
      logarithms[k] = Math.log(p.probability(k));
    }
    return logarithms;
  }
}
