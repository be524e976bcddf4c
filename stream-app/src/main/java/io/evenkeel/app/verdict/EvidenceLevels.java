package io.evenkeel.app.verdict;

import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.core.evidence.EvidenceKind;
import io.evenkeel.core.evidence.Fault;
import io.evenkeel.core.evidence.Overlap;
import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.sequential.Evidence;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Where the evidence of a series stands.
 *
 * @param evidence the recalibration evidence: what is wrong, and what mending it would save
 * @param logE natural logarithm of the e-value against calibration
 * @param logEBeyond the same against every miscalibration within the tolerance
 * @param logDetector natural logarithm of the detector of faults beyond the tolerance: while a
 *     fault is open, of what found it
 * @param logThreshold natural logarithm of where the detector finds a fault
 * @param fault the fault that is open
 */
public record EvidenceLevels(
    Evidence evidence,
    double logE,
    double logEBeyond,
    double logDetector,
    double logThreshold,
    Optional<Fault> fault) {

  /**
   * Where the evidence stands now.
   *
   * @param overlap of the panes that it is from
   */
  public static EvidenceLevels of(
      SeriesEvidence series, CalibrationMonitor faults, double logThreshold, Overlap overlap) {
    Evidence evidence = series.evidence();
    return new EvidenceLevels(
        evidence,
        overlap.logEver(series.logEValue()),
        overlap.logEver(series.logEValueBeyond()),
        faults.logDetector(),
        logThreshold,
        faults.fault());
  }

  /**
   * Natural logarithm of the e-value of each kind of evidence by itself, as if it had all of the
   * weight. The price of an overlap is paid here as by {@link #logE}, which the alert reports: so
   * they mix to it.
   *
   * @param overlap of the panes that it is from
   */
  public static Map<EvidenceKind, Double> byKind(SeriesEvidence series, Overlap overlap) {
    Map<EvidenceKind, Double> values = new EnumMap<>(series.logEValues());
    values.replaceAll((kind, logE) -> overlap.logEver(logE));
    return values;
  }

  /**
   * The smallest fault, in nats per label that putting it right saves, that the detector finds
   * within so many labels with 80 % power or more; empty where it finds none.
   *
   * @param labels their number, each counted by its weight
   */
  OptionalDouble detectableGain(double labels) {
    return labels > 0 && logThreshold < Double.POSITIVE_INFINITY
        ? OptionalDouble.of(CalibrationMonitor.detectableGain(labels, logThreshold))
        : OptionalDouble.empty();
  }

  /** Whether there is evidence against calibration at the level. */
  boolean rejects(double alpha) {
    return logE >= -Math.log(alpha);
  }
}
