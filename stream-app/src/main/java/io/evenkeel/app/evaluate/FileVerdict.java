package io.evenkeel.app.evaluate;

import io.evenkeel.app.verdict.VerdictWords;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.core.evidence.SampleEvidence;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.schemas.Finding;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on a series of a file. As in the monitor, evidence against everything tolerable
 * decides; tests are shown.
 *
 * @param sketch of its labelled rows
 * @param plan how it is judged
 * @param logE natural logarithm of the e-value against calibration
 * @param logEBeyond the same against everything tolerable
 * @param rejectsFrom the natural logarithm of the e-value from which on that is enough: of one of
 *     many series, corrected for their number
 * @param pValue the smallest p-value of the tests and 1/E, corrected for their number
 * @param found what a bet has found that no recalibration explains
 * @param selection compares the predictions with a label with those without; null if all have one
 * @param tied whether targets often equal a predicted quantile: each counts in favour
 */
record FileVerdict(
    Sketch sketch,
    Plan plan,
    double logE,
    double logEBeyond,
    double rejectsFrom,
    double pValue,
    Optional<SampleEvidence.Found> found,
    @Nullable LabelSelection selection,
    boolean tied) {

  /** Of labels that are not representative no miscalibration is said: it is not known. */
  Finding finding() {
    if (sketch.labelled() == 0) {
      return Finding.NO_DATA;
    }
    if (selected().isPresent()) {
      return Finding.UNKNOWN;
    }
    if (isRejected()) {
      return Finding.MISCALIBRATED;
    }
    return hasFewLabels() ? Finding.UNDERPOWERED : Finding.CALIBRATED;
  }

  private boolean isRejected() {
    return logEBeyond >= rejectsFrom;
  }

  private boolean hasFewLabels() {
    return sketch.outcomes().weight() < Plan.MIN_LABELS;
  }

  /** The test that labels are representative, if it rejects that. */
  private Optional<TestResult> selected() {
    return Optional.ofNullable(selection)
        .flatMap(LabelSelection::test)
        .filter(test -> test.rejects(Plan.SELECTION_ALPHA));
  }

  Gains gains() {
    return Gains.of(sketch, plan, rejectsFrom, tied);
  }

  String sentence() {
    String note = plan.calibration().note();
    return plan.calibration().names().in(words()) + (note.isEmpty() ? "" : " " + note);
  }

  private String words() {
    return switch (finding()) {
      case MISCALIBRATED -> miscalibrated() + numbers();
      case UNKNOWN ->
          "Labels are not representative, so the model is not judged"
              + selectionNumbers()
              + ". On labelled rows alone: "
              + (isRejected() ? sizedFault() + numbers() : withoutFault());
      case NO_DATA -> "No labels.";
      case UNDERPOWERED -> "Too few labels to say that all is well" + numbers();
      default -> withoutFault();
    };
  }

  /** What is wrong most, without its size. */
  String fault() {
    return most().orElseGet(() -> sketch.evidence().describe());
  }

  private Optional<String> most() {
    String impossible = sketch.evidence().describeImpossible();
    return found
        .filter(SampleEvidence.Found::isMost)
        .map(one -> one.words() + (impossible.isEmpty() ? "" : "; " + impossible));
  }

  private String sizedFault() {
    return most()
        .orElseGet(
            () ->
                VerdictWords.fault(sketch.evidence(), 1 - Plan.CONFIDENCE)
                    + found.map(one -> " and " + one.words()).orElse(""));
  }

  private String miscalibrated() {
    String fault = sizedFault();
    return fault.startsWith("miscalibrated ")
        ? "M" + fault.substring(1)
        : "Miscalibrated: " + fault;
  }

  private String withoutFault() {
    return quiet() + numbers() + rarelyShown();
  }

  private String quiet() {
    if (logE >= rejectsFrom) {
      return String.format(
          Locale.ROOT, "Nothing beyond the tolerance of %s: %s", plan.tolerance(), sizedFault());
    }
    return pValue < plan.alpha()
        ? "A test rejects, but the evidence is not enough"
        : "Nothing speaks against the predictions";
  }

  private String numbers() {
    return String.format(
        Locale.ROOT,
        "; %s%s, e-value %s (%s rejects), p-value %s.",
        Numbers.of(sketch.labelled(), "label"),
        VerdictWords.sharing(sketch.outcomes(), plan.overlap()),
        Numbers.eValue(logEBeyond),
        Numbers.eValue(rejectsFrom),
        Numbers.pValue(pValue));
  }

  /** Few labels hide any miscalibration that there is: its size would tell nothing. */
  private String rarelyShown() {
    if (logE >= rejectsFrom || hasFewLabels()) {
      return "";
    }
    return tied
        ? " Many labels equal a predicted quantile. Each counts in favour of the predictions: how"
            + " small a miscalibration would have shown is not known."
        : " A " + VerdictWords.rarelyShown(gains().detectable()) + ".";
  }

  private String selectionNumbers() {
    return selected()
        .map(
            test ->
                String.format(
                    Locale.ROOT,
                    ": the %,d predictions without one differ (p-value %s)",
                    selection == null ? 0 : selection.waiting(),
                    Numbers.pValue(test.pValue())))
        .orElse("");
  }
}
