package io.evenkeel.app.config;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.OrderedClasses;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetEvent;
import io.evenkeel.core.prediction.TargetEvent.Above;
import io.evenkeel.core.prediction.TargetEvent.OneClass;
import io.evenkeel.core.prediction.TargetView;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What of a prediction is to be calibrated: all of it, the probability of one event, or all of it
 * with its classes in their order.
 *
 * @param kind which notion of calibration it is
 * @param of the class or the threshold, as the user gave it; empty for the other kinds
 * @param number the threshold, or the index of the class: negative for a name that was not looked
 *     up {@linkplain #among among} the classes; 0 for the other kinds
 * @param order the names of the classes where all of them are judged, looked up like that; empty if
 *     they have none
 */
public record CalibrationNotion(Kind kind, String of, double number, List<String> order) {
  /** The whole distribution is to be calibrated. */
  public static final CalibrationNotion CANONICAL = new CalibrationNotion(Kind.CANONICAL, "", 0);

  private static final double UNKNOWN = -1;

  /** Of more classes in order only the ends are named. */
  private static final int MOST_NAMED = 10;

  private static final String WORDS =
      "`canonical`, `top-label`, `class:` and its name or index, `above:` and a number, or"
          + " `ordered`";

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
    ABOVE("above:"),
    /** The whole distribution, over classes that have an order. */
    ORDERED("ordered");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    private boolean takesAnother() {
      return text.endsWith(":");
    }
  }

  /** Copies the list. */
  public CalibrationNotion {
    order = List.copyOf(order);
  }

  private CalibrationNotion(Kind kind, String of, double number) {
    this(kind, of, number, List.of());
  }

  /**
   * The notion of a text.
   *
   * @throws IllegalArgumentException if it names none
   */
  public static CalibrationNotion parse(String text) {
    for (Kind kind : Kind.values()) {
      if (text.equals(kind.text) && !kind.takesAnother()) {
        return new CalibrationNotion(kind, "", 0);
      }
      if (kind.takesAnother() && text.startsWith(kind.text) && text.length() > kind.text.length()) {
        String of = text.substring(kind.text.length());
        return new CalibrationNotion(kind, of, kind == Kind.ABOVE ? threshold(of) : index(of));
      }
    }
    throw new IllegalArgumentException("'" + text + "' is not " + WORDS);
  }

  private static double threshold(String of) {
    try {
      return new Above(Double.parseDouble(of)).threshold();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'above:" + of + "' is not " + WORDS, e);
    }
  }

  private static double index(String of) {
    return of.matches("\\d{1,9}") ? Integer.parseInt(of) : UNKNOWN;
  }

  /**
   * The same with the names of a model's classes, its class looked up among them.
   *
   * @param classes their names; empty if they have none
   * @throws IllegalArgumentException if it is none of them, or of no class at all
   */
  public CalibrationNotion among(List<String> classes) {
    return switch (kind) {
      case TOP_LABEL -> this;
      case ONE_CLASS -> oneOf(classes);
      case CANONICAL, ORDERED -> new CalibrationNotion(kind, of, number, classes);
      case ABOVE -> without(classes);
    };
  }

  private CalibrationNotion without(List<String> classes) {
    if (!classes.isEmpty()) {
      throw new IllegalArgumentException(
          "judges a number, but the model has the classes "
              + classes
              + ": write class: and one of them, or leave out classes");
    }
    return this;
  }

  private CalibrationNotion oneOf(List<String> classes) {
    double index = classes.contains(of) ? classes.indexOf(of) : number;
    if (index == UNKNOWN) {
      throw new IllegalArgumentException(
          "names the class '"
              + of
              + "', but the model's classes "
              + (classes.isEmpty()
                  ? "have no names: write class: and its index, from 0"
                  : "are " + classes));
    }
    if (!classes.isEmpty() && index >= classes.size()) {
      throw new IllegalArgumentException("is beyond the " + classes.size() + " classes");
    }
    return new CalibrationNotion(kind, of, index);
  }

  /** As a user would write it. */
  public String text() {
    return kind.text + of;
  }

  /** Whether only the probability of an event is to be calibrated. */
  public boolean isOfEvent() {
    return !isCanonical() && kind != Kind.ORDERED;
  }

  /** Whether the targets themselves are judged. */
  public boolean isCanonical() {
    return kind == Kind.CANONICAL;
  }

  /** Checks that predictions judged so have costs, if there are any. */
  void checkCosts(boolean hasCosts) {
    if (hasCosts && kind == Kind.ORDERED) {
      throw new ConfigException(
          "calibration", text(), "judges numbers, which have no costs; leave out costs");
    }
  }

  /** The names of the event and its contrary, or of the classes where all of them are judged. */
  public ClassNames names() {
    return switch (kind) {
      case CANONICAL, ORDERED -> ClassNames.of(order);
      case TOP_LABEL -> ClassNames.ofEvent("another class", "the top label");
      case ONE_CLASS -> ClassNames.ofEvent("another class", "class " + of);
      case ABOVE -> ClassNames.ofEvent("a target of at most " + of, "a target above " + of);
    };
  }

  /** What is judged if that is not all, a clause without a full stop; else empty. */
  public String clause() {
    if (kind == Kind.ORDERED) {
      return "a class is judged as its place in the order" + places();
    }
    return isOfEvent() ? "only the probability of " + names().name(1) + " is judged" : "";
  }

  private String places() {
    int last = order.size() - 1;
    if (last < 0) {
      return ", a number from 0";
    }
    return last < MOST_NAMED
        ? IntStream.rangeClosed(0, last)
            .mapToObj(this::place)
            .collect(Collectors.joining(", ", ": ", ""))
        : ", from " + place(0) + " to " + place(last);
  }

  private String place(int index) {
    return order.get(index) + " as " + index;
  }

  /** The same as a sentence. */
  public String note() {
    return isCanonical() ? "" : "Note: " + clause() + ".";
  }

  /**
   * What of the target of a prediction is judged; none if that is the target itself.
   *
   * @throws IllegalArgumentException if the prediction does not say it
   */
  public Optional<TargetView> view(PredictiveDistribution p) {
    return switch (kind) {
      case CANONICAL -> Optional.empty();
      case TOP_LABEL -> Optional.of(TargetEvent.topLabel(ofClasses(p)));
      case ONE_CLASS -> Optional.of(new OneClass((int) number, ofClasses(p).classes()));
      case ABOVE -> Optional.of(above(p));
      case ORDERED -> Optional.of(new OrderedClasses(ofClasses(p).classes()));
    };
  }

  private Above above(PredictiveDistribution p) {
    Above event = new Above(number);
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
