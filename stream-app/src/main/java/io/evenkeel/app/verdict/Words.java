package io.evenkeel.app.verdict;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.schemas.Finding;
import java.util.Locale;

/** Verdicts and evidence in words that a person woken at night understands. */
public final class Words {

  private Words() {}

  static String summary(Window window, Tests tests, Finding finding, ModelSettings settings) {
    long labelled = window.sketch().labelled();
    return switch (finding) {
      case MISCALIBRATED ->
          "Miscalibrated: " + fault(window.sketch().evidence()) + "; " + numbers(window, tests);
      case CALIBRATED -> "Nothing speaks against the predictions; " + numbers(window, tests);
      case UNDERPOWERED ->
          "Too few labels to say: "
              + labelled
              + " of "
              + window.predictions()
              + " predictions, and labels.min is "
              + settings.labels().min();
      case NO_DATA -> "No labels yet for " + window.predictions() + " predictions";
      case LEARNING, UNKNOWN ->
          "The profile is still being learned, and the evidence alone does not object; "
              + numbers(window, tests);
    };
  }

  /** What is wrong, and what putting it right would save. */
  public static String fault(Evidence evidence) {
    return evidence.best().isEmpty() && evidence.impossible() == 0
        ? "in a way that no simple recalibration would mend"
        : String.format(
            Locale.ROOT,
            "%s (putting it right would save %.3g nats per label)",
            evidence.describe(),
            evidence.gain());
  }

  private static String numbers(Window window, Tests tests) {
    return String.format(
        Locale.ROOT,
        "%d of %d predictions labelled, e-value %s%s",
        window.sketch().labelled(),
        window.predictions(),
        eValue(WindowEvidence.logE(window.evidence())),
        tests
            .cmeTest()
            .map(TestResult::pValue)
            .map(p -> String.format(Locale.ROOT, ", p-value %.2g", p))
            .orElse(""));
  }

  /** An e-value from its natural logarithm, without pretending to more than a size. */
  public static String eValue(double logE) {
    if (logE == Double.POSITIVE_INFINITY) {
      return "infinite";
    }
    double power = logE / Math.log(10);
    return power >= 4 || power <= -3
        ? String.format(Locale.ROOT, "10^%.0f", power)
        : String.format(Locale.ROOT, "%.2g", Math.exp(logE));
  }
}
