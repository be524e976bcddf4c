package io.evenkeel.core.moments;

/**
 * What one test location (p<sub>j</sub>, y<sub>j</sub>) says of the predictions: where it is
 * positive, targets like y<sub>j</sub> come more often than predicted by predictions like
 * p<sub>j</sub>, where it is negative, more rarely.
 *
 * @param location j, the index in the profile
 * @param mean the mean of ζ<sub>j</sub>
 * @param score the mean in standard errors that it has if the predictions are calibrated: about
 *     standard normal then
 */
public record Contribution(int location, double mean, double score) {}
