package io.evenkeel.app.judge;

import io.evenkeel.app.config.ClassNames;
import io.evenkeel.app.config.Rule;
import io.evenkeel.core.drift.OtherFeatures;
import io.evenkeel.core.drift.Quartiles;
import io.evenkeel.core.drift.sequential.Direction.Kind;
import io.evenkeel.core.drift.sequential.FeatureChange;
import io.evenkeel.core.drift.sequential.FeatureEvidence;
import io.evenkeel.core.score.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Optional;

/**
 * What a rule of drift says of a feature, in its unit and with the share or shift before. Intervals
 * are at 99 %.
 *
 * @param classes how to name them
 * @param areClasses whether labels are classes
 */
record DriftSentences(Rule rule, ClassNames classes, boolean areClasses) {
  private static final MathContext THREE_DIGITS = new MathContext(3);
  private static final double LARGEST_PLAIN = 1e7;
  private static final double SMALLEST_PLAIN = 1e-4;

  static boolean isOthers(FeatureEvidence feature) {
    return feature.feature().equals(OtherFeatures.FEATURE);
  }

  /** The text for when no bet shows what has changed. */
  String unexplained() {
    return rule == Rule.DATA_QUALITY
        ? "labels come for another share of predictions than before"
        : prefix() + "see the features named";
  }

  private String prefix() {
    return switch (rule) {
      case DATA_QUALITY -> "labels come for ";
      case FEATURE_DRIFT -> "feature ";
      case LABEL_SHIFT -> "labels have shifted: ";
      case SELECTION -> "labels are not representative: where there is a label, ";
      default -> "predictions have shifted: ";
    };
  }

  /** Such as "feature age is higher: median 56, before 40 (1.6 sd; 1.1 to 2)". */
  String of(FeatureEvidence feature) {
    FeatureChange change = feature.drift().orElseThrow();
    if (isOthers(feature)) {
      return "features that are not in the profile come with " + cases(change);
    }
    return prefix()
        + (rule == Rule.DATA_QUALITY
            ? cases(change)
            : what(DriftSubject.of(rule, feature.feature().name(), classes, areClasses), change));
  }

  private String what(DriftSubject subject, FeatureChange change) {
    String name = subject.name();
    return switch (change.direction().kind()) {
      case LOWER -> name + " is lower" + moved(subject, change, -1);
      case HIGHER -> name + " is higher" + moved(subject, change, 1);
      case NARROWER -> name + " varies less" + spread(subject, change);
      case WIDER -> name + " varies more" + spread(subject, change);
      case MORE_MISSING -> name + " is missing" + shares(change);
      case FEWER_MISSING -> name + " is known" + shares(change);
      case MORE_BELOW -> name + " is below " + seen(subject, change, -1) + shares(change);
      case MORE_ABOVE -> name + " is above " + seen(subject, change, 1) + shares(change);
      case MORE_OF_CATEGORY -> subject.is(change.direction().category()) + shares(change);
      case MORE_OF_OTHERS -> name + " has values not seen before" + shares(change);
    };
  }

  /** By how much, in the unit of the values if the cells show it. */
  private String moved(DriftSubject subject, FeatureChange change, int sign) {
    String medians = change.spread().map(spread -> medians(subject, spread, sign)).orElse("");
    if (medians.isEmpty() && sign * change.shift() <= 0) {
      // The evidence is of the direction; an estimate that denies it says nothing.
      return "";
    }
    String sd =
        number(sign * change.shift())
            + " sd"
            + change
                .interval()
                .map(
                    range -> {
                      double one = sign * range.lower();
                      double other = sign * range.upper();
                      return (medians.isEmpty() ? " (" : "; ")
                          + to(number(Math.min(one, other)), number(Math.max(one, other)))
                          + (change.goesBeyond() && sign * change.shift() > 0 ? " or more" : "")
                          + (medians.isEmpty() ? ")" : "");
                    })
                .orElse("");
    return medians.isEmpty() ? " by " + sd : medians + " (" + sd + ")";
  }

  /** Nothing where medians do not show the change, as that of a part of the values. */
  private String medians(DriftSubject subject, FeatureChange.Spread spread, int sign) {
    if (!(sign * (spread.since().median() - spread.before().median()) > 0)) {
      return "";
    }
    String before = value(subject, spread.before().median(), spread.seen());
    String since = value(subject, spread.since().median(), spread.seen());
    return before.equals(since) ? "" : ": median " + since + ", " + before() + before;
  }

  /** Beside the values that the profile was learned from, no more is known than that it is. */
  private static String value(DriftSubject subject, double quartile, Interval seen) {
    String beside = Double.isInfinite(quartile) ? (quartile > 0 ? "above " : "below ") : "";
    return beside + number(subject.value(seen.nearest(quartile)));
  }

  /** The end of the values that the profile was learned from. */
  private static String seen(DriftSubject subject, FeatureChange change, int sign) {
    return change
        .spread()
        .map(spread -> sign > 0 ? spread.seen().upper() : spread.seen().lower())
        .map(end -> number(subject.value(end)))
        .orElse("all earlier values");
  }

  private String spread(DriftSubject subject, FeatureChange change) {
    boolean isWider = change.direction().kind() == Kind.WIDER;
    Optional<FeatureChange.Spread> shown =
        change
            .spread()
            .filter(spread -> spread.since().range() > spread.before().range() == isWider);
    return shown
        .map(
            spread ->
                ": middle half "
                    + half(subject, spread.since(), spread.seen())
                    + ", "
                    + before()
                    + half(subject, spread.before(), spread.seen())
                    + spread.ratio().map(ratio -> " (" + times(spread, ratio) + ")").orElse(""))
        .orElse("");
  }

  private static String half(DriftSubject subject, Quartiles quartiles, Interval seen) {
    return to(value(subject, quartiles.lower(), seen), value(subject, quartiles.upper(), seen));
  }

  private static String times(FeatureChange.Spread spread, Interval ratio) {
    return number(spread.since().range() / spread.before().range())
        + " times the spread; "
        + to(number(ratio.lower()), number(ratio.upper()));
  }

  /** Such as "31 % of predictions, before 95 % (change: -70 to -58 points)". */
  private static String cases(FeatureChange change) {
    boolean hasGrown =
        switch (change.direction().kind()) {
          case FEWER_MISSING, MORE_OF_CATEGORY -> true;
          default -> false;
        };
    double now = hasGrown ? change.share() : 1 - change.share();
    double before = hasGrown ? change.shareBefore() : 1 - change.shareBefore();
    Interval growth = change.growth();
    return percent(now)
        + " of predictions, before "
        + percent(before)
        + points(hasGrown ? growth : new Interval(-growth.upper(), -growth.lower()));
  }

  private String shares(FeatureChange change) {
    return " in "
        + percent(change.share())
        + (rule == Rule.LABEL_SHIFT ? " of cases, " : " of predictions, ")
        + before()
        + percent(change.shareBefore())
        + points(change.growth());
  }

  private String before() {
    return rule == Rule.SELECTION ? "over all " : "before ";
  }

  private static String points(Interval growth) {
    return Double.isInfinite(growth.lower())
        ? ""
        : " (change: "
            + to(number(100 * growth.lower()), number(100 * growth.upper()))
            + " points)";
  }

  private static String to(String lower, String upper) {
    return lower + " to " + upper;
  }

  private static String percent(double share) {
    double percent = 100 * share;
    return String.format(Locale.ROOT, percent > 0 && percent < 1 ? "%.1f %%" : "%.0f %%", percent);
  }

  /** To three digits; with an exponent where it is very large or very small. */
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    double size = Math.abs(value);
    return size != 0 && (size < SMALLEST_PLAIN || size >= LARGEST_PLAIN)
        ? String.format(Locale.ROOT, "%.2e", value)
        : new BigDecimal(value).round(THREE_DIGITS).stripTrailingZeros().toPlainString();
  }
}
