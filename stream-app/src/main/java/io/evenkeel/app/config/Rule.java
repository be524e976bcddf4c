package io.evenkeel.app.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The rules, each of which has an alert of its own, most of them in every series. */
public enum Rule {
  /** The probabilities do not mean what they say: by evidence. */
  MISCALIBRATION(RuleLevel.PAGE, 4, "the probabilities do not mean what they say"),

  /** The tests of a window reject in m of n windows. */
  WINDOW_TESTS(RuleLevel.INFORM, 0, "the tests reject `alert.breaches` of `alert.windows` windows"),

  /** Features are distributed otherwise than in the reference. */
  FEATURE_DRIFT(RuleLevel.PAGE, 1, "features are distributed otherwise than in the reference"),

  /** Predictions are. */
  PREDICTION_DRIFT(
      RuleLevel.PAGE, 1, "predictions are distributed otherwise than in the reference"),

  /** Labels are. */
  LABEL_SHIFT(RuleLevel.PAGE, 1, "labels are distributed otherwise than in the reference"),

  /** The predictions whose labels came are unlike those that still wait. */
  SELECTION(RuleLevel.PAGE, 1, "predictions with a label are unlike those that wait for theirs"),

  /**
   * Labels come for another share of the predictions. It informs: labels are lost in bursts, which
   * page more often than the false alarms allow.
   */
  DATA_QUALITY(RuleLevel.INFORM, 1, "the share of predictions with a label changes"),

  /** Many events of a model cannot be used. */
  DEAD_LETTERS(RuleLevel.PAGE, 0, "many events of a model, in any version, cannot be used"),

  /** Of two versions of a model one is shown to be better. */
  COMPARISON(RuleLevel.INFORM, 0, "`evenkeel compare` shows that one of two versions is better"),

  /** The series cannot be judged. */
  MONITOR_FAILED(RuleLevel.PAGE, 0, "a series cannot be judged");

  private final RuleLevel usual;
  private final int weight;
  private final String when;

  Rule(RuleLevel usual, int weight, String when) {
    this.usual = usual;
    this.weight = weight;
    this.when = when;
  }

  /** The name in alerts, settings and metrics, such as {@code prediction-drift}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The rule with the name. */
  public static Optional<Rule> of(String key) {
    return Arrays.stream(values()).filter(rule -> rule.key().equals(key)).findFirst();
  }

  /** Whether one shift may raise it together with others of these, in the order of causes. */
  public boolean isOfShifts() {
    return this == FEATURE_DRIFT || this == PREDICTION_DRIFT || this == LABEL_SHIFT;
  }

  /** Whether panes are judged by it; the others are about events, versions or the application. */
  public boolean isOfPanes() {
    return this != DEAD_LETTERS && this != COMPARISON && this != MONITOR_FAILED;
  }

  /**
   * Whether {@code explain} makes again what its alerts rest on; of other rules it makes no more
   * than the verdict on the newest window, as they rest on panes before those that a verdict names.
   */
  public boolean isMadeAgain() {
    return this == MISCALIBRATION;
  }

  /** Whether its alerts are about a series; the others are about a model. */
  public boolean isOfSeries() {
    return this != DEAD_LETTERS;
  }

  /** Whether alerts of the rule with the name are about a series; those of an unknown one are. */
  public static boolean isOfSeries(String key) {
    return of(key).map(Rule::isOfSeries).orElse(true);
  }

  /** What it does unless a setting says otherwise. */
  RuleLevel usual() {
    return usual;
  }

  /** When it alerts, in words. */
  String when() {
    return when;
  }

  /** Its weight when the false alarms of a series are shared among its rules; 0: it takes none. */
  public int weight() {
    return weight;
  }
}
