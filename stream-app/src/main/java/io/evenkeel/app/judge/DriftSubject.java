package io.evenkeel.app.judge;

import io.evenkeel.app.config.ClassNames;
import io.evenkeel.app.config.Rule;
import io.evenkeel.core.drift.PredictionCoordinate;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * What a drift is of, as its user knows it: a feature by its name, what is predicted by what it
 * says.
 *
 * @param name to begin a sentence about its values
 * @param unit makes a value that people know of one that is watched, in ascending order
 * @param isClass whether its values are indices of classes
 * @param classes how to name them
 */
record DriftSubject(String name, DoubleUnaryOperator unit, boolean isClass, ClassNames classes) {

  /**
   * The subject of a feature that a rule watches.
   *
   * @param areClasses whether labels are classes
   */
  static DriftSubject of(Rule rule, String feature, ClassNames classes, boolean areClasses) {
    Optional<PredictionCoordinate> coordinate =
        switch (rule) {
          case PREDICTION_DRIFT, SELECTION -> PredictionCoordinate.named(feature);
          default -> Optional.empty();
        };
    boolean isLabel = rule == Rule.LABEL_SHIFT;
    return coordinate
        .map(found -> of(found, classes))
        .orElse(
            new DriftSubject(
                isLabel ? "the " + feature : feature,
                DoubleUnaryOperator.identity(),
                isLabel && areClasses,
                classes));
  }

  private static DriftSubject of(PredictionCoordinate coordinate, ClassNames classes) {
    int index = coordinate.index();
    String of = index < 0 ? "" : " of coordinate " + index;
    return switch (coordinate.kind()) {
      case LOG_ODDS ->
          new DriftSubject(
              "the probability of " + classes.name(index < 0 ? 1 : index),
              DriftSubject::probability,
              false,
              classes);
      case LARGEST_LOG_ODDS ->
          new DriftSubject(
              "the probability of the predicted class", DriftSubject::probability, false, classes);
      case PREDICTED_CLASS ->
          new DriftSubject("the predicted class", DoubleUnaryOperator.identity(), true, classes);
      case LOCATION ->
          new DriftSubject(
              "the predicted median" + of, DoubleUnaryOperator.identity(), false, classes);
      case LOG_SPREAD -> new DriftSubject("the predicted spread" + of, Math::exp, false, classes);
    };
  }

  private static double probability(double logOdds) {
    return 1 / (1 + Math.exp(-logOdds));
  }

  /** A value in its unit. */
  double value(double watched) {
    return unit.applyAsDouble(watched);
  }

  /** Such as "channel is 3", or "the predicted class is class fox". */
  String is(double category) {
    if (isClass) {
      return name + " is " + classes.name((int) category);
    }
    double value = value(category);
    if (value != category) {
      return name + " is " + DriftSentences.number(value);
    }
    return name
        + " is "
        + (value == Math.rint(value) ? Long.toString(Math.round(value)) : Double.toString(value));
  }
}
