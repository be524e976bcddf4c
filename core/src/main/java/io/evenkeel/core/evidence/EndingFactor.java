package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Projection;

/**
 * The factor of a pane in an e-process against a fault: that residuals x &le; 1 have a mean m of at
 * least b, constant or not.
 *
 * <p>Of the range alone, with u = (b − x)/(1 + b) ≥ −1, whose mean is at most 0: exp(λ Σu − ψ(λ)
 * Σu²), ψ(λ) = −log(1 − λ) − λ (Fan, Grama and Liu 2015, doi:10.1214/EJP.v20-3496). λ is the one
 * that grows most if the predictions are calibrated: λ/(1 − λ) = E₀u / E₀u².
 *
 * <p>If the variance of x is at most c times what it is if calibrated, s₀²: exp(θ Σ(b − x) − θ²(Σ(b
 * − x)²/6 + c Σs₀²/3)), because exp(y − y²/6) ≤ 1 + y + y²/3 for every real y (Delyon 2009,
 * doi:10.1214/EJP.v14-635). For y = θ(b − x) and δ = m − b that has mean 1 − θδ + θ²(Var x + δ²)/3,
 * which is at most 1 + θ² Var x/3 while δ ≤ 3/θ. θ grows most: it is E₀(b − x) over twice E₀(b −
 * x)²/6 + c s₀²/3, and 3/θ more than b + 2cs₀²/b. Where x is far smaller than 1, as along a
 * direction of the mean embedding, whose bound is seldom reached, this grows many times as fast.
 *
 * <p>The one that grows faster if the predictions are calibrated is taken.
 *
 * @param near b, positive
 * @param variance s₀², the mean over the predictions
 * @param spread c, infinite if nothing is known of it
 */
record EndingFactor(double near, double variance, double spread) {

  /** The logarithm of the factor of a pane. */
  double log(Projection pane) {
    double below = pane.n() * near - pane.sum();
    double squares = pane.n() * near * near - 2 * near * pane.sum() + pane.squares();
    double expected = variance + near * near;
    double scale = 1 + near;
    double ratio = near * scale / expected;
    double lambda = ratio / (1 + ratio);
    double price = (-Math.log1p(-lambda) - lambda) / (scale * scale);
    double theta = near / (expected / 3 + 2 * spread * variance / 3);
    boolean isByVariance = theta * near / 2 > lambda * near / scale - price * expected;
    return isByVariance
        ? theta * (below - theta * (squares / 6 + spread * pane.nullVariance() / 3))
        : lambda * below / scale - price * squares;
  }
}
