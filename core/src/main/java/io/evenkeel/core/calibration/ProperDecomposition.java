package io.evenkeel.core.calibration;

/**
 * What one proper score says of a sample, taken apart: score = calibration error + refinement.
 *
 * @param calibration the calibration error, from its definition: the mean divergence of the
 *     predictions from the conditional frequencies; &ge; 0, biased upwards
 * @param calibrationByScore the calibration error as the score minus the refinement; may be
 *     negative
 * @param score the mean score of the predictions
 * @param refinement the mean score that the conditional frequencies would have in expectation, up
 *     to the score of a sure prediction
 * @param sharpness how much smaller that is than for the mean frequencies
 */
public record ProperDecomposition(
    double calibration,
    double calibrationByScore,
    double score,
    double refinement,
    double sharpness) {}
