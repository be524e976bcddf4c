package io.evenkeel.app.config;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetEvent;
import io.evenkeel.core.prediction.TargetEvent.Above;
import io.evenkeel.core.prediction.TargetEvent.OneClass;
import java.util.List;
import java.util.Optional;

/**
 * What of a prediction is to be calibrated: all of it, or the probability of one event.
 *
 * @param kind which notion of calibration it is
 * @param of the class or the threshold, as the user gave it; empty for the other kinds
 */
public record CalibrationNotion(Kind kind, String of) {
  /** The whole distribution is to be calibrated. */
  public static final CalibrationNotion CANONICAL = new CalibrationNotion(Kind.CANONICAL, "");

  private static final String WORDS =
      "`canonical`, `top-label`, `class:` and its name or index, or `above:` and a number";

  static final SettingType<CalibrationNotion> TYPE =
      new SettingType<>(
          "text", "a notion of calibration", CalibrationNotion::parse, CalibrationNotion::text);

  static final Range<CalibrationNotion> RANGE = new Range<>(notion -> true, WORDS);

  /** What a user may ask for. */
  public enum Kind {
    /** The whole distribution. */
    CANONICAL("canonical"),
    /** The probability of the most probable class. */
    TOP_LABEL("top-label"),
    /** The probability of one class. */
    ONE_CLASS("class:"),
    /** The probability of a number above a threshold. */
    ABOVE("above:");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    private boolean takesAnother() {
      return text.endsWith(":");
    }
  }

  /** Checks that a threshold is a finite number. */
  public CalibrationNotion {
    if (kind == Kind.ABOVE) {
      new Above(Double.parseDouble(of));
    }
  }

  /**
   * The notion of a text.
   *
   * @throws IllegalArgumentException if it names none
   */
  public static CalibrationNotion parse(String text) {
    for (Kind kind : Kind.values()) {
      if (text.equals(kind.text) && !kind.takesAnother()) {
        return new CalibrationNotion(kind, "");
      }
      if (kind.takesAnother() && text.startsWith(kind.text) && text.length() > kind.text.length()) {
        return new CalibrationNotion(kind, text.substring(kind.text.length()));
      }
    }
    throw new IllegalArgumentException("'" + text + "' is not " + WORDS);
  }

  /** As a user would write it. */
  public String text() {
    return kind.text + of;
  }

  /** Whether only the probability of an event is to be calibrated. */
  public boolean isOfEvent() {
    return kind != Kind.CANONICAL;
  }

  /** The names of the event and its contrary; none if all is judged. */
  public ClassNames names() {
    return switch (kind) {
      case CANONICAL -> ClassNames.of(List.of());
      case TOP_LABEL -> ClassNames.ofEvent("another class", "the top label");
      case ONE_CLASS -> ClassNames.ofEvent("another class", "class " + of);
      case ABOVE -> ClassNames.ofEvent("a target of at most " + of, "a target above " + of);
    };
  }

  /** What is judged if that is not all, a clause without a full stop; else empty. */
  public String clause() {
    return isOfEvent() ? "only the probability of " + names().name(1) + " is judged" : "";
  }

  /** The same as a sentence. */
  public String note() {
    return isOfEvent() ? "Note: " + clause() + "." : "";
  }

  /**
   * Checks that a class is one of the named ones.
   *
   * @param classes names of the classes; empty if they have none
   */
  void check(List<String> classes) {
    if (kind != Kind.ONE_CLASS) {
      return;
    }
    try {
      int index = index(classes);
      if (!classes.isEmpty() && index >= classes.size()) {
        throw new IllegalArgumentException("is beyond the " + classes.size() + " classes");
      }
    } catch (IllegalArgumentException e) {
      throw new ConfigException("calibration", text(), String.valueOf(e.getMessage()));
    }
  }

  private int index(List<String> classes) {
    if (classes.contains(of)) {
      return classes.indexOf(of);
    }
    if (of.matches("\\d{1,9}")) {
      return Integer.parseInt(of);
    }
    throw new IllegalArgumentException(
        "names the class '"
            + of
            + "', but the model's classes "
            + (classes.isEmpty()
                ? "have no names: write class: and its index, from 0"
                : "are " + classes));
  }

  /**
   * The event of a prediction whose probability is to be calibrated; none if all of it is.
   *
   * @param classes names of the classes; empty if they have none
   * @throws IllegalArgumentException if the prediction has no such event
   */
  public Optional<TargetEvent> event(PredictiveDistribution p, List<String> classes) {
    return switch (kind) {
      case CANONICAL -> Optional.empty();
      case TOP_LABEL -> Optional.of(TargetEvent.topLabel(ofClasses(p)));
      case ONE_CLASS -> Optional.of(new OneClass(index(classes), ofClasses(p).classes()));
      case ABOVE -> Optional.of(above(p));
    };
  }

  private Above above(PredictiveDistribution p) {
    Above event = new Above(Double.parseDouble(of));
    if (p.space().equals(event.space())) {
      return event;
    }
    throw new IllegalArgumentException(
        "calibration = " + text() + " is of one number, but the prediction is of " + p.space());
  }

  private Categorical ofClasses(PredictiveDistribution p) {
    if (p instanceof Categorical categorical) {
      return categorical;
    }
    throw new IllegalArgumentException(
        "calibration = " + text() + " is of classes, but the prediction is of " + p.space());
  }
}
