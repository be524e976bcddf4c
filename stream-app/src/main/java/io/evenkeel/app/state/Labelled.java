package io.evenkeel.app.state;

import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import org.jspecify.annotations.Nullable;

/**
 * A prediction with its target.
 *
 * @param prediction the prediction
 * @param target its target
 * @param outcome the outcome that it is about
 * @param quarters the quarter of each feature of the profile that it is counted with
 * @param ofSeveral whether it is counted in several series
 */
@SuppressWarnings("ArrayRecordComponent") // for the hot path; these records are not compared
public record Labelled(
    PredictiveDistribution prediction,
    Target target,
    Outcome outcome,
    byte[] quarters,
    boolean ofSeveral) {

  /** The same, counted with another profile. */
  public Labelled in(byte[] other) {
    return new Labelled(prediction, target, outcome, other, ofSeveral);
  }

  /** The same, counted in so many series. */
  public Labelled countedIn(int series) {
    return new Labelled(prediction, target, outcome, quarters, series > 1);
  }

  /** Adds it to a sketch. */
  public void add(Sketch sketch) {
    sketch.add(prediction, target, outcome, quarters);
  }

  /** Takes it and its pair back; whether the sums of the others are as good as without it. */
  public boolean remove(Sketch sketch, @Nullable Labelled partner) {
    addPair(sketch, partner, -1);
    return sketch.remove(prediction, target, outcome, quarters);
  }

  /** Adds it and another one as a pair to a sketch that has both; nothing without another one. */
  public void addPair(Sketch sketch, @Nullable Labelled partner) {
    addPair(sketch, partner, 1);
  }

  private void addPair(Sketch sketch, @Nullable Labelled partner, double sign) {
    if (partner != null) {
      double weight = sign * outcome.weightWith(partner.outcome);
      sketch.addPair(prediction, target, partner.prediction, partner.target, weight);
    }
  }
}
