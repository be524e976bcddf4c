package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.PredictiveDistribution;

/**
 * The maximum mean discrepancy of two predictions under a ground kernel on targets, the distance of
 * their mean embeddings: MMD²(p, q) = E k(Z₁, Z₂) − 2 E k(Z₁, Z₁′) + E k(Z₁′, Z₂′) for independent
 * Z₁, Z₂ ~ p and Z₁′, Z₂′ ~ q. For a kernel in [0, 1] it lies in [0, √2].
 *
 * <p>It is Hilbertian by construction, for predictions of all kinds and mixtures of them, so that
 * {@link ExponentialKernel} over it is positive definite for all ν.
 *
 * <p>Zero for equal predictions. The three expectations cancel between neighbours: a square that
 * cannot be distinguished from their rounding error counts as zero. So the distance has an absolute
 * error of up to 1e-7 of its largest value, and is never undefined. Source: Gretton et al. 2012,
 * <i>A kernel two-sample test</i>, Lemma 6.
 *
 * @param ground k
 */
public record MaximumMeanDiscrepancy(TargetKernel ground) implements PredictionDistance {
  private static final double ROUNDING = 1e-14;

  @Override
  public double between(PredictiveDistribution p, PredictiveDistribution q) {
    if (p.equals(q)) {
      return 0;
    }
    double own = ground.expectation(p, p) + ground.expectation(q, q);
    double square = own - (ground.expectation(p, q) + ground.expectation(q, p));
    return square > ROUNDING * own ? Math.sqrt(square) : 0;
  }
}
