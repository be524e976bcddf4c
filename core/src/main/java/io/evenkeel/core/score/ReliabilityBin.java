package io.evenkeel.core.score;

/**
 * The predictions whose confidence lies in [lower, upper), 1 belonging to the last bin.
 *
 * @param lower the left end
 * @param upper the right end
 * @param count the number of predictions
 * @param confidence their mean confidence, NaN if there is none
 * @param frequency the share of them that came true, NaN if there is none
 */
public record ReliabilityBin(
    double lower, double upper, long count, double confidence, double frequency) {}
