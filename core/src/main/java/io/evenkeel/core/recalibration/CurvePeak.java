package io.evenkeel.core.recalibration;

/**
 * Where the sum of log-ratios is largest along a {@link RecalibrationFamily}, next to a member that
 * is better than its neighbours: by the polynomial through five points. It is not looked for beyond
 * the last member.
 *
 * @param displacement where
 * @param sum the sum of log-ratios there
 * @param sumBeyond the same, or more where the curve still rises at the last member: an estimate of
 *     its sum at the peak beyond, but for log-odds of more than two classes. It is for choosing
 *     between families: the wrong one may have the larger sum where a fault lies far beyond the
 *     grid
 */
public record CurvePeak(double displacement, double sum, double sumBeyond) {}
