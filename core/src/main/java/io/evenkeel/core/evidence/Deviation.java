package io.evenkeel.core.evidence;

import io.evenkeel.core.recalibration.Recalibration;
import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.score.Interval;

/**
 * How far predictions are from calibration, in the one parameter that describes it best.
 *
 * @param family the recalibrations in that parameter
 * @param parameter the most likely parameter that the predictions need
 * @param parameters those whose log-likelihood is lower than that of {@code parameter} by at most
 *     4.6 nats, on its side, up to the last one that is tried: of a fault that lasts the same, 99.8
 *     % of such intervals hold it if labels are many
 * @param isOpen whether those beyond the last one may be as likely
 * @param gain what putting it right saves per label, in nats: (L − 3)/n for a log-likelihood ratio
 *     L of n labels, at least 0, as a fault looks larger at its detection than it is
 * @param gains the same at the ends of {@code parameters}, the one next to calibration first; if
 *     the most likely parameter is the last one tried, at least what that has saved, less its
 *     noise: a log-likelihood ratio with mean m has a variance of about 2 m
 */
public record Deviation(
    RecalibrationFamily family,
    double parameter,
    Interval parameters,
    boolean isOpen,
    double gain,
    Interval gains) {

  /** The recalibration that the predictions most likely need. */
  public Recalibration recalibration() {
    return family.recalibration(parameter);
  }

  /** The recalibration at the end of {@code parameters} that is next to calibration. */
  public Recalibration nearest() {
    double lower = Math.abs(family.displacement(parameters.lower()));
    double upper = Math.abs(family.displacement(parameters.upper()));
    return family.recalibration(lower < upper ? parameters.lower() : parameters.upper());
  }

  /** Whether the most likely parameter is the last one tried, so that it may lie beyond. */
  public boolean isAtEnd() {
    return parameter == family.parameterAt(family.outermost(-1))
        || parameter == family.parameterAt(family.outermost(1));
  }

  /** Whether the parameter is larger than that of calibrated predictions. */
  public boolean isAbove() {
    return parameter > family.parameterAt(0);
  }
}
