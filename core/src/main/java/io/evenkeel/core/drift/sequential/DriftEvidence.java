package io.evenkeel.core.drift.sequential;

import java.util.List;

/**
 * The evidence that any of some features has drifted beyond a tolerance.
 *
 * @param tolerance δ: laws p of a feature with χ²(p, reference) ≤ δ² are no drift
 * @param steps the number of steps so far
 * @param alarms whether there is an alarm
 * @param logEValue log E, the mean over the features, finite
 * @param logThreshold log 1/α, at which an alarm is raised
 * @param features each feature; empty if there are none
 */
public record DriftEvidence(
    double tolerance,
    long steps,
    boolean alarms,
    double logEValue,
    double logThreshold,
    List<FeatureEvidence> features) {

  /** Copies the list. */
  public DriftEvidence {
    features = List.copyOf(features);
  }
}
