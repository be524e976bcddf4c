package io.evenkeel.app.recalibrate;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.replay.Case;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.score.Interval;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A map with where it comes from.
 *
 * @param model whose predictions it recalibrates
 * @param space of their targets
 * @param classes their names, in order; empty if they have none, or only the settings of the
 *     monitor name them
 * @param labels the number of labels that it was learned from
 * @param from when the first of their predictions was made
 * @param to when the last one was made
 * @param gain by how much it lowers the mean loss of rows that it was not learned from: the log
 *     loss of classes, in nats, else the CRPS
 * @param interval of the gain, 95 %
 * @param map the map
 */
public record LearnedMap(
    String model,
    TargetSpace space,
    List<String> classes,
    int labels,
    Instant from,
    Instant to,
    double gain,
    Interval interval,
    RecalibrationMap map) {
  private static final Pattern TRUTH = Pattern.compile("(?i)true|false");

  /** Copies the list. */
  public LearnedMap {
    classes = List.copyOf(classes);
  }

  /**
   * Makes sure that the map is for predictions of these classes. True, TRUE and true are one name.
   *
   * @param others names of classes in order; empty if they have none
   * @param remedy what to do if they are others
   * @throws IllegalArgumentException if both have names, and not the same in the same order
   */
  public void checkClasses(List<String> others, String remedy) {
    if (!classes.isEmpty()
        && !others.isEmpty()
        && !comparable(classes).equals(comparable(others))) {
      throw new IllegalArgumentException(
          "the map is for the classes "
              + classes
              + " in this order, and the predictions have "
              + others
              + ": "
              + remedy);
    }
  }

  /** The names, with truths as JSON and Parquet write them: CSV has True of Python, TRUE of R. */
  private static List<String> comparable(List<String> names) {
    return names.stream()
        .map(name -> TRUTH.matcher(name).matches() ? name.toLowerCase(Locale.ROOT) : name)
        .toList();
  }

  /**
   * Makes sure that the map is for the classes that the settings of its model name.
   *
   * @throws IllegalArgumentException if both have names, and not the same in the same order
   */
  public void checkSettings(List<String> named) {
    checkClasses(
        named,
        "learn the map from columns in the order of the classes of " + model + " in the settings");
  }

  /**
   * What a prediction says, recalibrated.
   *
   * @throws IllegalArgumentException if the map is not for such predictions
   */
  public PredictiveDistribution apply(PredictionEvent prediction) {
    PredictiveDistribution p = prediction.distribution();
    if (!p.space().equals(space)) {
      throw new IllegalArgumentException(
          "the map is for predictions of " + space + ", got one of " + p.space());
    }
    return map.forSegments(prediction.segments()).recalibrate(p);
  }

  /**
   * Whether labels of the segment of a prediction are among those that the map was learned from.
   */
  public boolean knows(PredictionEvent prediction) {
    return map.knows(prediction.segments());
  }

  /**
   * A case with its prediction recalibrated.
   *
   * @throws IllegalArgumentException if the map is not for such predictions
   */
  public Case apply(Case one) {
    PredictionEvent p = one.prediction();
    PredictionEvent recalibrated =
        new PredictionEvent(
            p.id(),
            p.model(),
            p.version(),
            p.madeAt(),
            p.segments(),
            p.features(),
            apply(p),
            p.cluster());
    return new Case(recalibrated, one.labels());
  }
}
