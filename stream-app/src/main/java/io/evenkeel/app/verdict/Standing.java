package io.evenkeel.app.verdict;

import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.sequential.Evidence;

/**
 * Where the evidence of a series stands.
 *
 * @param evidence the recalibration evidence: what is wrong, and what mending it would save
 * @param logE natural logarithm of the e-value against calibration
 * @param logEBeyond the same against every miscalibration within the tolerance
 * @param logDetector natural logarithm of the detector of changes beyond the tolerance
 */
public record Standing(Evidence evidence, double logE, double logEBeyond, double logDetector) {

  /** Where the evidence stands now. */
  public static Standing of(SeriesEvidence series) {
    Evidence evidence = series.evidence();
    boolean refuted = WindowEvidence.isRefuted(evidence);
    return new Standing(
        evidence,
        refuted ? Double.POSITIVE_INFINITY : series.logEValue(),
        refuted ? Double.POSITIVE_INFINITY : series.logEValueBeyond(),
        refuted ? Double.POSITIVE_INFINITY : series.logDetector());
  }

  /** Whether there is evidence against calibration at the level. */
  boolean rejects(double alpha) {
    return logE >= -Math.log(alpha);
  }
}
