package io.evenkeel.app.judge;

import io.evenkeel.app.alert.Problem;
import io.evenkeel.app.config.ClassNames;
import io.evenkeel.app.config.Rule;
import io.evenkeel.core.drift.sequential.DriftEvidence;
import io.evenkeel.core.drift.sequential.FeatureChange;
import io.evenkeel.core.drift.sequential.FeatureEvidence;
import io.evenkeel.schemas.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What the rules of drift find, as problems in words.
 *
 * @param classes how to name them
 * @param areClasses whether labels are classes
 */
record DriftProblems(ClassNames classes, boolean areClasses) {
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
    DriftSentences words = new DriftSentences(rule, classes, areClasses);
    DriftEvidence evidence = found.evidence();
    List<FeatureEvidence> drifted =
        evidence.features().stream()
            .filter(FeatureEvidence::alarms)
            .sorted(Comparator.comparingDouble(FeatureEvidence::logEValue).reversed())
            .toList();
    List<FeatureEvidence> explained =
        drifted.stream().filter(one -> one.drift().isPresent()).toList();
    Optional<FeatureEvidence> leading = explained.stream().findFirst();
    boolean isGone = explained.stream().anyMatch(DriftProblems::isGone);
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
        leading.map(words::of).orElse(words.unexplained()),
        details(words, explained, found, isGone),
        leading.flatMap(DriftSize::of),
        Optional.empty(),
        drifted.stream().map(one -> one.feature().name()).toList());
  }

  private static Problem.Since since(FeatureChange change) {
    return new Problem.Since(change.earliest(), change.since(), change.latest());
  }

  /** Whether nothing has drifted but that features came, or went, that the model may not know. */
  private static boolean areOthers(List<FeatureEvidence> drifted) {
    return !drifted.isEmpty() && drifted.stream().allMatch(DriftSentences::isOthers);
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

  private List<String> details(
      DriftSentences words,
      List<FeatureEvidence> explained,
      DriftMonitor.Found found,
      boolean isGone) {
    List<String> details = new ArrayList<>();
    explained.stream()
        .skip(1)
        .limit(MOST_DESCRIBED)
        .map(one -> "Also: " + words.of(one) + ".")
        .forEach(details::add);
    int others = explained.size() - 1 - MOST_DESCRIBED;
    if (others > 0) {
      details.add("And " + others + " more.");
    }
    details.add(found.isGathering() ? whileGathering(found.evidence(), isGone) : beyond(found));
    return details;
  }

  private static String beyond(DriftMonitor.Found found) {
    return "This is more than "
        + (found.pages() ? "drift.page-distance" : "drift.inform-distance")
        + " ("
        + plain(found.evidence().tolerance())
        + ") allows.";
  }

  private static String whileGathering(DriftEvidence evidence, boolean isGone) {
    return isGone
        ? "The reference is still being gathered, but values that are gone are sure without it."
        : "The reference is still being gathered, so the rule only informs: at midnight (UTC) where"
            + " a day differs from the days before by more than "
            + plain(evidence.tolerance())
            + " (twice drift.page-distance), and at once where most values are missing or new.";
  }

  private static String plain(double value) {
    double rounded = Math.round(value * 100) / 100.0;
    return rounded == Math.rint(rounded)
        ? Long.toString(Math.round(rounded))
        : Double.toString(rounded);
  }
}
