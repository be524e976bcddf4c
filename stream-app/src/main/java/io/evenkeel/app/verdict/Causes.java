package io.evenkeel.app.verdict;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.schemas.Cause;
import io.evenkeel.schemas.Finding;

/** Tells apart what may lie behind a finding. */
final class Causes {

  private Causes() {}

  /** What explains the finding. Labels that are not representative explain everything else away. */
  static Cause of(Window window, Ruling ruling, ModelSettings settings) {
    Finding finding = ruling.finding();
    Drift drift = window.drift();
    if (finding == Finding.NO_DATA) {
      return Cause.NO_DATA;
    }
    if (drift.selected(settings.drift())) {
      return Cause.LABELS_NOT_REPRESENTATIVE;
    }
    if (finding == Finding.UNDERPOWERED) {
      return Cause.UNDERPOWERED;
    }
    if (ruling.noWorse()) {
      return Cause.NO_WORSE_THAN_REFERENCE;
    }
    if (!drift.isKnown()) {
      return Cause.UNKNOWN;
    }
    boolean shifted = drift.shifted(settings.drift());
    if (finding == Finding.MISCALIBRATED) {
      return shifted ? Cause.SHIFT_AND_MISCALIBRATION : Cause.CONCEPT_CHANGE;
    }
    return shifted ? Cause.COVARIATE_SHIFT : Cause.NONE;
  }

  /** The cause in words, to be added to those of the finding; empty if there is nothing to add. */
  static String inWords(Window window, Ruling ruling, ModelSettings settings) {
    Finding finding = ruling.finding();
    Drift drift = window.drift();
    String noWorse = ruling.noWorse() ? "; no worse than it was in the reference" : "";
    String shift = DriftWords.of(drift, settings.drift());
    String noShift =
        finding == Finding.MISCALIBRATED && drift.isKnown() && !drift.shifted(settings.drift())
            ? "; predictions have not shifted from the reference"
            : "";
    String selection =
        drift.selected(settings.drift())
            ? "; labels are not representative: predictions with one are unlike those that wait"
                + " (p-value "
                + Words.pValue(drift.selection().orElseThrow().pValue())
                + ")"
            : "";
    return noWorse + shift + noShift + selection;
  }
}
