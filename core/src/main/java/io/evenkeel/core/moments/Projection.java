package io.evenkeel.core.moments;

/**
 * The residuals wᵀζ of observations along one direction w of the features of a calibration mean
 * embedding.
 *
 * @param n the number of observations
 * @param sum Σ wᵀζ
 * @param squares Σ (wᵀζ)²
 * @param nullVariance Σ Var₀(wᵀζ | p), the variances that they have if the predictions are
 *     calibrated
 */
public record Projection(long n, double sum, double squares, double nullVariance) {}
