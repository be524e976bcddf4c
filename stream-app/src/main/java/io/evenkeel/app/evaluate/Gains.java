package io.evenkeel.app.evaluate;

import io.evenkeel.core.evidence.SampleEvidence;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.sequential.Evidence;
import java.util.Locale;

/**
 * Sizes of miscalibration, in nats per label that putting it right saves.
 *
 * @param found of the simple recalibration that is best
 * @param detectable the smallest that so many labels show with 80 % power or more; infinite if that
 *     is not known, without labels and where many equal a predicted quantile
 * @param tolerable the most that one within the tolerance costs
 */
public record Gains(double found, double detectable, double tolerable) {

  /**
   * Those of a series, by the labels that its sketch has seen.
   *
   * @param rejectsFrom the natural logarithm of the e-value from which on it is rejected
   */
  static Gains of(Sketch sketch, Plan plan, double rejectsFrom, boolean tied) {
    Evidence evidence = sketch.evidence();
    double tolerable = plan.tolerance().nats(evidence.grid().space());
    double labels = sketch.outcomes().weight();
    return new Gains(
        evidence.gain(),
        tied
            ? Double.POSITIVE_INFINITY
            : SampleEvidence.detectableGain(labels, rejectsFrom, tolerable),
        tolerable);
  }

  /** What the labels and the tolerance allow to be said. */
  String words(Plan plan) {
    return (Double.isFinite(detectable)
            ? String.format(
                Locale.ROOT, "Detectable with 80 %% power: %.2g nats per label.", detectable)
            : "Detectable with 80 % power: not known.")
        + String.format(
            Locale.ROOT,
            " Tolerance %s: at most %.2g nats per label.",
            plan.tolerance(),
            tolerable);
  }
}
