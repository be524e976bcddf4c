package io.evenkeel.app.evaluate;

import io.evenkeel.core.evidence.Overlap;
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
 * @param pane position of the pane in which it was predicted; 0 where that does not matter, as no
 *     targets overlap
 * @param place where it is in its file
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Observation(
    PredictiveDistribution prediction,
    Target target,
    Outcome outcome,
    byte[] quarters,
    long pane,
    Place place) {

  /** One without features. */
  Observation(PredictiveDistribution prediction, Target target, Outcome outcome) {
    this(prediction, target, outcome, new byte[0], 0, Place.ANY);
  }

  /**
   * One row of each outcome, of panes whose targets do not overlap.
   *
   * @param rows in an order that says nothing of them, so that the first is any row of its outcome
   */
  static List<Observation> apart(List<Observation> rows, Overlap overlap) {
    Set<String> outcomes = new HashSet<>();
    return rows.stream()
        .filter(row -> overlap.isOfOneClass(row.pane - rows.get(0).pane))
        .filter(row -> !row.outcome().isShared() || outcomes.add(row.outcome().id()))
        .toList();
  }

  static Observations sample(List<Observation> observations) {
    return Observations.of(
        observations.stream().map(Observation::prediction).toList(),
        observations.stream().map(Observation::target).toList());
  }
}
