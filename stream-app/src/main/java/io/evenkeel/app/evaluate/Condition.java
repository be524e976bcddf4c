package io.evenkeel.app.evaluate;

import io.evenkeel.core.score.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A condition on the report of a whole model, such as {@code p<0.01}, {@code skce>0.001} or {@code
 * cme.p<=1e-3}.
 *
 * @param text as it was written
 * @param name {@code p} for the corrected p-value, {@code e} for the e-value against calibration,
 *     {@code e_beyond} for the one that decides, {@code gain} for what recalibrating would save,
 *     {@code detectable_gain} for what would have shown, the other numbers of the report on a whole
 *     model, the key of a {@link Quantity} for its value, and that with {@code .p}, {@code .lower}
 *     or {@code .upper} behind for its p-value and the ends of its interval
 * @param sign how it is compared
 * @param limit with what
 */
public record Condition(String text, String name, Sign sign, double limit) {
  /** Of the name of an interval's end. */
  private static final Pattern END = Pattern.compile("\\.(lower|upper)$");

  /** The numbers that a model without labels has, too. */
  private static final Set<String> OF_ALL = Set.of("labels", "detectable_gain", "tolerable_gain");

  private static final Pattern FORM =
      Pattern.compile("\\s*([a-z0-9_.]+)\\s*(<=|>=|<|>)\\s*([^\\s<>=]+)\\s*");

  /** How a number is compared with the limit. */
  public enum Sign {
    /** Less than. */
    LESS("<"),
    /** At most. */
    AT_MOST("<="),
    /** Greater than. */
    GREATER(">"),
    /** At least. */
    AT_LEAST(">=");

    private final String symbol;

    Sign(String symbol) {
      this.symbol = symbol;
    }

    private boolean holds(double value, double limit) {
      return switch (this) {
        case LESS -> value < limit;
        case AT_MOST -> value <= limit;
        case GREATER -> value > limit;
        case AT_LEAST -> value >= limit;
      };
    }
  }

  /**
   * The condition that is written.
   *
   * @throws IllegalArgumentException if the text is none, or its name is not known
   */
  public static Condition parse(String text) {
    Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw wrong(text, "write a name, one of < <= > >=, and a number, such as p<0.01");
    }
    String name = matcher.group(1);
    boolean isMeasure = Quantity.of(END.matcher(name).replaceFirst("")).isPresent();
    if (!isMeasure && !names().contains(name)) {
      throw wrong(
          text,
          "there is no '"
              + name
              + "'; there are "
              + String.join(", ", names())
              + ", and with .lower and .upper behind the ends of intervals");
    }
    Sign sign =
        Arrays.stream(Sign.values())
            .filter(one -> one.symbol.equals(matcher.group(2)))
            .findFirst()
            .orElseThrow();
    double limit = number(matcher.group(3));
    if (Double.isNaN(limit)) {
      throw wrong(text, "'" + matcher.group(3) + "' is no number");
    }
    return new Condition(text, name, sign, limit);
  }

  /** The number that is written, NaN if none is. */
  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private static IllegalArgumentException wrong(String text, String why) {
    return new IllegalArgumentException("--fail-on '" + text + "': " + why);
  }

  private static List<String> names() {
    return Stream.of(
            Stream.of("p", "e", "e_beyond", "gain", "detectable_gain"),
            Arrays.stream(Quantity.values()).map(Quantity::key),
            Arrays.stream(Quantity.values()).filter(Quantity::isTest).map(q -> q.key() + ".p"),
            Stream.of("tolerable_gain", "labels", "log10_e", "log10_e_beyond"))
        .flatMap(names -> names)
        .toList();
  }

  /**
   * The models for which the condition holds, each with its number. One for which the number is not
   * defined, such as the CRPS of a classifier, does not hold it.
   *
   * @throws IllegalArgumentException if no model of the report has the number, or the number is of
   *     labels and a model has none
   */
  public List<String> holdsFor(Report report) {
    checkLabels(report);
    if (report.models().stream().allMatch(model -> value(model.whole()).isEmpty())) {
      throw wrong(text, "no model of this file has that number");
    }
    return report.models().stream()
        .filter(model -> value(model.whole()).stream().anyMatch(v -> sign.holds(v, limit)))
        .map(
            model ->
                String.format(
                    Locale.ROOT,
                    "%s: %s is %s",
                    model.model(),
                    name,
                    TextReport.number(value(model.whole()).orElseThrow())))
        .collect(Collectors.toList());
  }

  /** A check of labels that never came must not pass. */
  private void checkLabels(Report report) {
    if (OF_ALL.contains(name)) {
      return;
    }
    for (ModelReport model : report.models()) {
      if (model.whole().labels() == 0) {
        throw wrong(
            text, model.model() + " has no labels; without labels there is no '" + name + "'");
      }
    }
  }

  /** The number; empty where it is not defined, also where it is NaN. */
  private OptionalDouble value(SeriesReport series) {
    OptionalDouble value = given(series);
    return value.stream().anyMatch(Double::isNaN) ? OptionalDouble.empty() : value;
  }

  private OptionalDouble given(SeriesReport series) {
    return switch (name) {
      case "p" -> OptionalDouble.of(series.pValue());
      case "e" -> OptionalDouble.of(Math.exp(series.logE()));
      case "e_beyond" -> OptionalDouble.of(Math.exp(series.logEBeyond()));
      case "log10_e" -> OptionalDouble.of(series.logE() / Math.log(10));
      case "log10_e_beyond" -> OptionalDouble.of(series.logEBeyond() / Math.log(10));
      case "labels" -> OptionalDouble.of((double) series.labels());
      case "gain" -> OptionalDouble.of(series.gains().found());
      case "detectable_gain" -> OptionalDouble.of(series.gains().detectable());
      case "tolerable_gain" -> OptionalDouble.of(series.gains().tolerable());
      default -> measured(series);
    };
  }

  private OptionalDouble measured(SeriesReport series) {
    int dot = name.indexOf('.');
    String key = dot < 0 ? name : name.substring(0, dot);
    if (key.equals(Quantity.LOG_LOSS.key()) && hasImpossible(series)) {
      return OptionalDouble.of(Double.POSITIVE_INFINITY);
    }
    return Quantity.of(key)
        .flatMap(series::measure)
        .map(measure -> part(measure, name.substring(key.length())))
        .orElse(OptionalDouble.empty());
  }

  /** The report shows the mean of the other rows, which is no upper bound of anything. */
  private static boolean hasImpossible(SeriesReport series) {
    return series.measure(Quantity.IMPOSSIBLE).filter(rows -> rows.value() > 0).isPresent();
  }

  private static OptionalDouble part(Measure measure, String end) {
    if (end.isEmpty()) {
      return OptionalDouble.of(measure.value());
    }
    if (end.equals(".p")) {
      Double p = measure.pValue();
      return p == null ? OptionalDouble.empty() : OptionalDouble.of(p);
    }
    Interval interval = measure.interval();
    if (interval == null) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(end.equals(".lower") ? interval.lower() : interval.upper());
  }
}
