package io.evenkeel.app.evaluate;

import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A prediction with its target and the outcome that it is about.
 *
 * @param quarters of each feature of the profile; empty if there are none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Observation(
    PredictiveDistribution prediction, Target target, Outcome outcome, byte[] quarters) {

  /** One without features. */
  Observation(PredictiveDistribution prediction, Target target, Outcome outcome) {
    this(prediction, target, outcome, new byte[0]);
  }

  /**
   * One row of each outcome.
   *
   * @param rows in an order that says nothing of them, so that the first is any row of its outcome
   */
  static List<Observation> oneOfEachOutcome(List<Observation> rows) {
    Set<String> outcomes = new HashSet<>();
    return rows.stream()
        .filter(row -> !row.outcome().isShared() || outcomes.add(row.outcome().id()))
        .toList();
  }

  static Observations sample(List<Observation> observations) {
    return Observations.of(
        observations.stream().map(Observation::prediction).toList(),
        observations.stream().map(Observation::target).toList());
  }
}
