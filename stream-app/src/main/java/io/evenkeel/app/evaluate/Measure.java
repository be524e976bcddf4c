package io.evenkeel.app.evaluate;

import io.evenkeel.core.calibration.Jackknife;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.RunningMean;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One number of a report.
 *
 * @param quantity what it is of
 * @param value the number; NaN if it is not defined
 * @param interval for the truth, of {@link Plan#CONFIDENCE}; null where none is known
 * @param ifCalibrated where the number would lie, with that probability, for a calibrated model;
 *     null where that is not known
 * @param pValue of the test with this statistic; null if it is none
 * @param n how many rows, or blocks of rows, it comes from
 */
public record Measure(
    Quantity quantity,
    double value,
    @Nullable Interval interval,
    @Nullable Interval ifCalibrated,
    @Nullable Double pValue,
    long n) {

  static Measure of(Quantity quantity, double value, long n) {
    return new Measure(quantity, value, null, null, null, n);
  }

  static Measure of(Quantity quantity, RunningMean mean) {
    return of(quantity, mean.mean(), mean.n()).with(mean.interval(Plan.CONFIDENCE));
  }

  static Measure of(Quantity quantity, Jackknife estimate) {
    return of(quantity, estimate.estimate(), estimate.n()).with(estimate.interval(Plan.CONFIDENCE));
  }

  static Measure of(Quantity quantity, TestResult test) {
    return of(quantity, test.statistic(), test.n()).withPValue(test.pValue());
  }

  Measure with(Interval interval) {
    return new Measure(quantity, value, interval, ifCalibrated, pValue, n);
  }

  Measure ifCalibrated(Interval range) {
    return new Measure(quantity, value, interval, range, pValue, n);
  }

  Measure withPValue(double p) {
    return new Measure(quantity, value, interval, ifCalibrated, p, n);
  }

  /**
   * What is shown of these first. The coverage of the 50 % and the 90 % interval is, or where
   * quantile forecasts state neither, that of the widest.
   */
  static List<Measure> first(List<Measure> measures) {
    boolean isUsual =
        measures.stream().anyMatch(one -> one.quantity().isCoverage() && one.quantity().isFirst());
    Optional<Quantity> widest =
        isUsual ? Optional.empty() : coverage(measures).map(Measure::quantity);
    return measures.stream()
        .filter(one -> one.quantity().isFirst() || widest.equals(Optional.of(one.quantity())))
        .toList();
  }

  /** The coverage of the 90 % interval, or where quantile forecasts lack it, of the widest. */
  static Optional<Measure> coverage(List<Measure> measures) {
    return measures.stream()
        .filter(one -> one.quantity().isCoverage())
        .max(
            Comparator.comparing((Measure one) -> one.quantity() == Quantity.COVERAGE_90)
                .thenComparing(Measure::quantity));
  }
}
