package io.evenkeel.core.prediction;

import java.util.List;

/** A sample of n &ge; 0 predictions of one target space, each joined with its target. */
public final class Observations {
  private final PredictiveDistribution[] predictions;
  private final Target[] targets;

  private Observations(PredictiveDistribution[] predictions, Target[] targets) {
    this.predictions = predictions;
    this.targets = targets;
  }

  /**
   * The observations of which the i-th has the i-th prediction and the i-th target.
   *
   * @throws IllegalArgumentException if the lists differ in length, the predictions in their target
   *     space, or a target lies outside of it
   */
  public static Observations of(
      List<? extends PredictiveDistribution> predictions, List<? extends Target> targets) {
    if (predictions.size() != targets.size()) {
      throw new IllegalArgumentException(
          "each prediction needs one target, got "
              + predictions.size()
              + " predictions and "
              + targets.size()
              + " targets");
    }
    PredictiveDistribution[] p = predictions.toArray(PredictiveDistribution[]::new);
    Target[] y = targets.toArray(Target[]::new);
    for (int i = 0; i < p.length; i++) {
      TargetSpace space = p[i].space();
      if (!space.equals(p[0].space())) {
        throw new IllegalArgumentException(
            "prediction 0 is of " + p[0].space() + ", prediction " + i + " of " + space);
      }
      if (!space.contains(y[i])) {
        throw new IllegalArgumentException(
            "target " + i + " must be one of " + space + ", got " + y[i]);
      }
    }
    return new Observations(p, y);
  }

  /** The number of observations n. */
  public int size() {
    return targets.length;
  }

  /** The prediction of observation i, 0-based. */
  public PredictiveDistribution prediction(int i) {
    return predictions[i];
  }

  /** The target of observation i, 0-based. */
  public Target target(int i) {
    return targets[i];
  }

  /** All predictions, in order. */
  public List<PredictiveDistribution> predictions() {
    return List.of(predictions);
  }

  /** All targets, in order. */
  public List<Target> targets() {
    return List.of(targets);
  }

  /** The observations with the given 0-based indices, in that order. */
  public Observations subset(int... indices) {
    PredictiveDistribution[] p = new PredictiveDistribution[indices.length];
    Target[] y = new Target[indices.length];
    for (int i = 0; i < indices.length; i++) {
      p[i] = predictions[indices[i]];
      y[i] = targets[indices[i]];
    }
    return new Observations(p, y);
  }

  /** The same, with each target among the members of its ensemble: {@link Ensemble#judged}. */
  public Observations judged() {
    PredictiveDistribution[] p = new PredictiveDistribution[size()];
    for (int i = 0; i < p.length; i++) {
      p[i] = Ensemble.judged(predictions[i], targets[i]);
    }
    return new Observations(p, targets);
  }

  /** The observations with the same predictions and other targets. */
  public Observations withTargets(List<? extends Target> others) {
    return of(predictions(), others);
  }
}
