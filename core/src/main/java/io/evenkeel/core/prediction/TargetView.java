package io.evenkeel.core.prediction;

/**
 * What of a target is judged where that is not the target itself: whether an {@linkplain
 * TargetEvent event} comes true, or the place of a class in the {@linkplain OrderedClasses order}
 * of the classes.
 */
public sealed interface TargetView permits TargetEvent, OrderedClasses {

  /** The space of the targets, not of what is judged of them. */
  TargetSpace space();

  /**
   * What a prediction says of it.
   *
   * @throws IllegalArgumentException if the prediction is over another space, or its form does not
   *     say it
   */
  PredictiveDistribution in(PredictiveDistribution p);

  /** What a target of the space is, as {@link #in} predicts it. */
  Target of(Target y);
}
