package io.evenkeel.core.sequential;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.LogSum;
import io.evenkeel.core.score.Interval;
import java.util.Arrays;

/**
 * A confidence sequence for the mean of payoffs in [−b, b] from their number, sum and sum of
 * squares alone: mergeable and independent of order, unlike {@link ConfidenceSequence}, whose bets
 * follow the payoffs one by one.
 *
 * <p>A mean μ stays as long as the e-values against “at most μ” and against “at least μ” are below
 * 2/α: means over bets λ = 1/2, 1/4, …, 1/512 of exp(λ Σx − ψ(λ) Σx²), ψ(λ) = −log(1 − λ) − λ, with
 * x = (h − μ)/(b + μ) and x = (μ − h)/(b − μ), which are at least −1 (Fan, Grama and Liu 2015,
 * doi:10.1214/EJP.v20-3496). For bets of at most 1/2 they fall as μ moves towards the mean of the
 * payoffs, so that the means that stay are an interval. The chance that the mean is ever outside is
 * at most α.
 *
 * @param bound b &gt; 0
 * @param alpha α in (0, 1)
 */
public record SummedBernstein(double bound, double alpha) {
  private static final int BETS = 9;
  private static final int BISECTIONS = 60;
  private static final double[] EQUAL = new double[BETS];

  static {
    Arrays.fill(EQUAL, -Math.log(BETS));
  }

  /** Checks bound and level. */
  public SummedBernstein {
    Checks.positive("bound", bound);
    Checks.inUnit("alpha", alpha);
  }

  /**
   * The interval after n payoffs; everything from −b to b after none.
   *
   * @param n their number
   * @param sum Σh
   * @param squares Σh²
   */
  public Interval interval(long n, double sum, double squares) {
    return n == 0
        ? new Interval(-bound, bound)
        : new Interval(lower((double) n, sum, squares), -lower((double) n, -sum, squares));
  }

  /** The least mean that stays, by bisection below the mean of the payoffs. */
  private double lower(double n, double sum, double squares) {
    double rejected = -bound;
    double stays = Math.max(-bound, Math.min(bound, sum / n));
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (rejected + stays) / 2;
      if (logEValue(middle, n, sum, squares) >= Math.log(2 / alpha)) {
        rejected = middle;
      } else {
        stays = middle;
      }
    }
    return rejected;
  }

  /** The logarithm of the e-value against a mean of at most μ. */
  private double logEValue(double mu, double n, double sum, double squares) {
    double scale = bound + mu;
    double x = (sum - n * mu) / scale;
    double x2 = (squares - 2 * mu * sum + n * mu * mu) / (scale * scale);
    double[] logs = new double[BETS];
    for (int k = 0; k < BETS; k++) {
      double lambda = Math.scalb(1.0, -1 - k);
      logs[k] = lambda * x - (-Math.log1p(-lambda) - lambda) * x2;
    }
    return LogSum.of(EQUAL, logs);
  }
}
