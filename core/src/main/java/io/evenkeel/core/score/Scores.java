package io.evenkeel.core.score;

/**
 * The mean scores of n observations. Means over no observation are NaN, as are scores that the kind
 * of target does not have.
 *
 * <p>A target that its prediction held impossible has an infinite log loss, and a point mass that
 * came true one of −∞. Both are counted, and {@link #finiteLogLoss} is the mean over the others:
 * what is left of the log loss when a rounding to zero is not to outweigh everything. It is NaN if
 * a prediction had no density, as ensembles have none.
 *
 * @param n the number of observations
 * @param impossible how many targets their predictions held impossible
 * @param certain how many targets were hit by a point mass (real vectors only)
 * @param finiteLogLoss the mean log loss, in nats, of the other observations
 * @param brier the mean Brier score, in [0, 2] (classes only)
 * @param accuracy the share of targets in the most probable class (classes only)
 * @param crps the mean CRPS, in the unit of the target (real vectors only)
 */
public record Scores(
    long n,
    long impossible,
    long certain,
    double finiteLogLoss,
    double brier,
    double accuracy,
    double crps) {

  /**
   * The mean log loss of all observations, in nats: +∞ if any target was held impossible, else −∞
   * if any point mass came true.
   */
  public double logLoss() {
    if (impossible > 0) {
      return Double.POSITIVE_INFINITY;
    }
    return certain > 0 ? Double.NEGATIVE_INFINITY : finiteLogLoss;
  }
}
