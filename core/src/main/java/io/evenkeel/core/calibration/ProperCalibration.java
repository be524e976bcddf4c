package io.evenkeel.core.calibration;

/**
 * The calibration of a sample as proper scores see it; NaN throughout if nothing was used.
 *
 * @param used the number of observations for which conditional frequencies exist; the others were
 *     left out
 * @param squared by the Brier score: the calibration error is CE₂² = E‖p − E[Y | p]‖², and the
 *     refinement −E‖E[Y | p]‖²
 * @param logarithmic by the log loss, in nats: CE_KL = E KL(E[Y | p] ‖ p), infinite if a class of
 *     probability zero has come, and the refinement E H(E[Y | p])
 */
public record ProperCalibration(
    int used, ProperDecomposition squared, ProperDecomposition logarithmic) {}
