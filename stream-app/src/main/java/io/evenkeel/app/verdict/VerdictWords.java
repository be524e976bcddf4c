package io.evenkeel.app.verdict;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.core.evidence.Overlap;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.moments.OutcomeCounts;
import io.evenkeel.core.sequential.Evidence;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Verdicts and evidence in words that a person on call understands at night. */
public final class VerdictWords {
  /** Between the parts of a summary. */
  static final String SEPARATOR = "; ";

  private VerdictWords() {}

  static String summary(
      Window window,
      Tests tests,
      Rejections rejections,
      Explanation explanation,
      ModelSettings settings) {
    return words(window, tests, rejections, explanation, settings)
        + after(window.expected().map(Foretold::inWords).orElse(""))
        + after(explanation.cause())
        + after(settings.calibration().clause());
  }

  private static String words(
      Window window,
      Tests tests,
      Rejections rejections,
      Explanation explanation,
      ModelSettings settings) {
    long labelled = window.sketch().labelled();
    return switch (rejections.finding()) {
      case MISCALIBRATED ->
          (rejections.tolerable() ? "Miscalibrated within tolerance: " : "Miscalibrated: ")
              + WindowEvidence.rejecting(window, settings.evidence().alpha())
                  .map(
                      evidence ->
                          settings.classNames().in(fault(evidence, settings.evidence().alpha())))
                  .orElse("the tests reject, and no simple recalibration stands out")
              + after(explanation.where())
              + "; "
              + numbers(window, tests, settings);
      case CALIBRATED ->
          "Nothing speaks against the predictions; " + numbers(window, tests, settings);
      case UNDERPOWERED ->
          "Too few labels to say: "
              + ofPredictions(labelled, window)
              + sharing(window.sketch().outcomes(), settings.overlap())
              + ", and labels.min is "
              + settings.labels().min()
              + (rejections.bySeries()
                  ? "; the fault that was found before is still open"
                  : rarelyShown(
                      window.levels().detectableGain(window.sketch().outcomes().weight())));
      case NO_DATA ->
          window.predictions() == 0
              ? "No predictions"
              : "No labels yet for " + Numbers.of(window.predictions(), "prediction");
      case LEARNING, UNKNOWN ->
          "The profile is still being learned, from the first "
              + settings.profile().sample()
              + " predictions, and the evidence alone does not object; "
              + numbers(window, tests, settings);
    };
  }

  private static String rarelyShown(OptionalDouble gain) {
    return gain.isEmpty() ? "" : SEPARATOR + "a " + rarelyShown(gain.getAsDouble());
  }

  /** Which miscalibrations so many labels hide, by the smallest gain that they show. */
  public static String rarelyShown(double gain) {
    return String.format(
        Locale.ROOT, "miscalibration below %.2g nats per label would rarely have shown", gain);
  }

  private static String after(String words) {
    return words.isEmpty() ? "" : SEPARATOR + words;
  }

  /**
   * What is wrong, how large it is, and what putting it right would save.
   *
   * @param alpha 1 − the level of the interval of the size
   */
  public static String fault(Evidence evidence, double alpha) {
    if (evidence.best().isEmpty()) {
      return name(evidence);
    }
    Optional<Effect> effect = Effect.of(evidence, alpha);
    String impossible = evidence.impossible() == 0 ? "" : "; " + evidence.describeImpossible();
    return String.format(
        Locale.ROOT,
        "%s (%sputting it right would save %s%.3g nats per label)",
        effect.flatMap(Effect::beyond).map(s -> s + impossible).orElseGet(() -> name(evidence)),
        effect.flatMap(Effect::inWords).map(s -> s + SEPARATOR).orElse(""),
        evidence.isAtEnd() ? "at least " : "",
        evidence.gain());
  }

  /** What is wrong. */
  static String name(Evidence evidence) {
    return isNamed(evidence) ? evidence.describe() : "no simple recalibration mends it";
  }

  private static boolean isNamed(Evidence evidence) {
    return evidence.best().isPresent() || evidence.impossible() > 0;
  }

  private static String ofPredictions(long labelled, Window window) {
    return String.format(
        Locale.ROOT, "%,d of %s", labelled, Numbers.of(window.predictions(), "prediction"));
  }

  private static String numbers(Window window, Tests tests, ModelSettings settings) {
    return String.format(
        Locale.ROOT,
        "%s labelled%s, e-value %s%s",
        ofPredictions(window.sketch().labelled(), window),
        sharing(window.sketch().outcomes(), settings.overlap()),
        Numbers.eValue(window.levels().logE()),
        tests
            .cmeTest()
            .map(TestResult::pValue)
            .map(p -> ", p-value " + Numbers.pValue(p))
            .orElse(""));
  }

  /**
   * By how much rows count that share outcomes or overlap, to be put after their number; may be
   * empty.
   */
  public static String sharing(OutcomeCounts outcomes, Overlap overlap) {
    if (outcomes.shared() == 0) {
      return "";
    }
    String counting =
        String.format(
            Locale.ROOT,
            " (%.0f as evidence, as %s",
            outcomes.weight(),
            overlap.isSome() ? "their horizons overlap" : "they share outcomes");
    return outcomes.weightless() == 0
        ? counting + ")"
        : counting
            + String.format(
                Locale.ROOT,
                "; %d have no weight: set labels.rows-per-outcome)",
                outcomes.weightless());
  }
}
