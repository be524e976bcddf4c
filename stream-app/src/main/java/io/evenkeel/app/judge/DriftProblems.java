package io.evenkeel.app.judge;

import io.evenkeel.app.alert.Problem;
import io.evenkeel.app.config.Rule;
import io.evenkeel.core.drift.OtherFeatures;
import io.evenkeel.core.drift.sequential.DriftEvidence;
import io.evenkeel.core.drift.sequential.FeatureChange;
import io.evenkeel.core.drift.sequential.FeatureEvidence;
import io.evenkeel.schemas.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the rules of drift find, as problems in words.
 *
 * @param classes names of the classes, in order of their index; empty if they have none
 */
record DriftProblems(List<String> classes) {
  /** A feature that so many cases are without is gone. */
  private static final double GONE = 0.99;

  /** More features than these are counted, not described. */
  private static final int MOST_DESCRIBED = 5;

  /**
   * The problem of a rule.
   *
   * @param end of the newest pane, milliseconds since 1970
   */
  Problem of(Rule rule, DriftMonitor.Found found, long end) {
    DriftEvidence evidence = found.evidence();
    List<FeatureEvidence> drifted =
        evidence.features().stream()
            .filter(FeatureEvidence::alarms)
            .sorted(Comparator.comparingDouble(FeatureEvidence::logEValue).reversed())
            .toList();
    List<FeatureEvidence> told = drifted.stream().filter(one -> one.drift().isPresent()).toList();
    Optional<FeatureEvidence> leading = told.stream().findFirst();
    boolean isGone = told.stream().anyMatch(DriftProblems::isGone);
    return new Problem(
        (found.pages() || isGone) && !areOthers(drifted) ? Severity.WARNING : Severity.INFO,
        leading
            .flatMap(FeatureEvidence::drift)
            .map(DriftProblems::since)
            .orElse(Problem.Since.exactly(end)),
        found.version(),
        found.reopened(),
        0,
        evidence.logEValue(),
        evidence.logThreshold(),
        leading.map(one -> words(rule, one)).orElse(unexplained(rule)),
        details(rule, told, found),
        rule == Rule.DATA_QUALITY ? Optional.empty() : leading.flatMap(DriftProblems::size),
        drifted.stream().map(one -> one.feature().name()).toList());
  }

  private static Problem.Since since(FeatureChange change) {
    return new Problem.Since(change.earliest(), change.since(), change.latest());
  }

  /** Whether nothing has drifted but that features came, or went, that the model may not know. */
  private static boolean areOthers(List<FeatureEvidence> drifted) {
    return !drifted.isEmpty() && drifted.stream().allMatch(DriftProblems::isOthers);
  }

  private static boolean isOthers(FeatureEvidence feature) {
    return feature.feature().equals(OtherFeatures.FEATURE);
  }

  static boolean isGone(FeatureEvidence feature) {
    return feature
        .drift()
        .filter(
            change ->
                switch (change.direction().kind()) {
                  case MORE_MISSING -> change.share() >= GONE;
                  default -> false;
                })
        .isPresent();
  }

  /** What is said where no bet tells what has changed. */
  private static String unexplained(Rule rule) {
    return rule == Rule.DATA_QUALITY
        ? "labels come for another share of predictions than before"
        : prefix(rule) + "see the features named";
  }

  private static String prefix(Rule rule) {
    return switch (rule) {
      case DATA_QUALITY -> "labels come for ";
      case FEATURE_DRIFT -> "feature ";
      case LABEL_SHIFT -> "labels have shifted: ";
      case SELECTION -> "labels are not representative: of predictions with a label, ";
      default -> "predictions have shifted: ";
    };
  }

  private List<String> details(Rule rule, List<FeatureEvidence> told, DriftMonitor.Found found) {
    List<String> details = new ArrayList<>();
    told.stream()
        .skip(1)
        .limit(MOST_DESCRIBED)
        .map(one -> "Also: " + words(rule, one) + ".")
        .forEach(details::add);
    int others = told.size() - 1 - MOST_DESCRIBED;
    if (others > 0) {
      details.add("And " + others + " more.");
    }
    details.add(found.isGathering() ? whileGathering(found.evidence()) : beyond(found));
    return details;
  }

  private static String beyond(DriftMonitor.Found found) {
    return "It exceeds a distance of "
        + plain(found.evidence().tolerance())
        + (found.pages() ? " (drift.page-distance)." : " (drift.inform-distance).");
  }

  private static String whileGathering(DriftEvidence evidence) {
    return "The reference is still being gathered, so the rule only informs: at midnight (UTC) where"
        + " a day differs from the days before by more than "
        + plain(evidence.tolerance())
        + " (twice drift.page-distance), and at once where most values are missing or new.";
  }

  /** Such as "feature age has shifted by 0.8 sd (0.5 to 1.1)". */
  private String words(Rule rule, FeatureEvidence feature) {
    FeatureChange change = feature.drift().orElseThrow();
    if (isOthers(feature)) {
      return "features that are not in the profile come with " + cases(change);
    }
    return prefix(rule)
        + (rule == Rule.DATA_QUALITY ? cases(change) : words(rule, feature, change));
  }

  private String words(Rule rule, FeatureEvidence feature, FeatureChange change) {
    String name = feature.feature().name();
    return switch (change.direction().kind()) {
      case LOWER, HIGHER -> name + moved(rule, change);
      case NARROWER -> name + spread(rule, "less");
      case WIDER -> name + spread(rule, "more");
      case MORE_MISSING -> name + " is missing" + shares(rule, change);
      case FEWER_MISSING -> name + " is known" + shares(rule, change);
      case MORE_BELOW -> name + " is below all earlier values" + shares(rule, change);
      case MORE_ABOVE -> name + " is above all earlier values" + shares(rule, change);
      case MORE_OF_CATEGORY ->
          category(rule, name, change.direction().category()) + shares(rule, change);
      case MORE_OF_OTHERS -> name + " has values not seen before" + shares(rule, change);
    };
  }

  /** Such as "31 % of predictions, before 95 %". */
  private static String cases(FeatureChange change) {
    boolean hasGrown =
        switch (change.direction().kind()) {
          case FEWER_MISSING, MORE_OF_CATEGORY -> true;
          default -> false;
        };
    double now = hasGrown ? change.share() : 1 - change.share();
    double before = hasGrown ? change.shareBefore() : 1 - change.shareBefore();
    return percent(now) + " of predictions, before " + percent(before);
  }

  private static String spread(Rule rule, String much) {
    return (rule == Rule.FEATURE_DRIFT ? " has " : " with ") + much + " spread than before";
  }

  private static String moved(Rule rule, FeatureChange change) {
    String verb = rule == Rule.FEATURE_DRIFT ? " has shifted by " : " by ";
    String interval =
        change
            .interval()
            .map(range -> " (" + plain(range.lower()) + " to " + plain(range.upper()) + ")")
            .orElse("");
    return verb + plain(change.shift()) + " sd" + interval;
  }

  private static String shares(Rule rule, FeatureChange change) {
    String cases = rule == Rule.LABEL_SHIFT ? "cases" : "predictions";
    String before = rule == Rule.SELECTION ? "of all in " : "before ";
    return " in "
        + percent(change.share())
        + " of "
        + cases
        + ", "
        + before
        + percent(change.shareBefore());
  }

  /** Labels and predicted classes are categories by the index of their class. */
  private String category(Rule rule, String name, double category) {
    if (rule == Rule.FEATURE_DRIFT) {
      return name + " is " + plain(category);
    }
    int index = (int) category;
    String label = index < classes.size() ? classes.get(index) : "class " + index;
    return rule == Rule.LABEL_SHIFT ? label : name + " is " + label;
  }

  private static Optional<Problem.Size> size(FeatureEvidence feature) {
    return feature
        .drift()
        .filter(
            change ->
                switch (change.direction().kind()) {
                  case LOWER, HIGHER -> true;
                  default -> false;
                })
        .flatMap(
            change ->
                change
                    .interval()
                    .map(
                        range ->
                            new Problem.Size(
                                "shift of " + feature.feature().name() + " in sd",
                                change.shift(),
                                range,
                                false,
                                Double.NaN,
                                Double.NaN,
                                Optional.empty())));
  }

  private static String percent(double share) {
    double percent = 100 * share;
    return String.format(Locale.ROOT, percent > 0 && percent < 1 ? "%.1f %%" : "%.0f %%", percent);
  }

  private static String plain(double value) {
    double rounded = Math.round(value * 100) / 100.0;
    return rounded == Math.rint(rounded)
        ? Long.toString(Math.round(rounded))
        : Double.toString(rounded);
  }
}
