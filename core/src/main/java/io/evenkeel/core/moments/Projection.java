package io.evenkeel.core.moments;

/**
 * The residuals wᵀζ of observations along one direction w of the features of a calibration mean
 * embedding.
 *
 * @param n the sum of the weights of the observations; their number if each counts fully
 * @param sum Σ wᵀζ
 * @param squares Σ (wᵀζ)²
 * @param nullVariance Σ Var₀(wᵀζ | p), the variances that they have if the predictions are
 *     calibrated
 */
public record Projection(double n, double sum, double squares, double nullVariance) {}
