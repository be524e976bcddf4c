package io.evenkeel.app.verdict;

import io.evenkeel.app.verdict.Remark.Topic;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.core.drift.FeatureDrift;
import io.evenkeel.core.drift.FeatureShift;
import io.evenkeel.core.hypothesis.TestResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What has shifted, in words to be added to those of a finding. */
final class DriftWords {
  /** More names than these say no more. */
  private static final int MOST_NAMED = 3;

  private DriftWords() {}

  /**
   * Each shift that there is.
   *
   * @param alpha level from which a feature is named
   */
  static List<Remark> of(Drift drift, Shifts shifts, double alpha) {
    List<Remark> remarks = new ArrayList<>();
    if (shifts.predictions()) {
      remarks.add(
          new Remark(
              Topic.PREDICTIONS,
              "predictions have shifted from the reference"
                  + pValue(drift.shift().map(TestResult::pValue))));
    }
    if (shifts.features()) {
      remarks.add(new Remark(Topic.FEATURES, features(drift.features().orElseThrow(), alpha)));
    }
    if (shifts.labels()) {
      remarks.add(
          new Remark(
              Topic.LABELS,
              "labels are distributed otherwise than in the reference"
                  + pValue(drift.labels().map(FeatureShift::pValue))));
    }
    return remarks;
  }

  private static String pValue(Optional<Double> pValue) {
    return " (p-value " + Numbers.pValue(pValue.orElseThrow()) + ")";
  }

  private static String features(FeatureShift shift, double alpha) {
    List<FeatureDrift> drifted = shift.drifted(alpha);
    if (drifted.isEmpty()) {
      return "features depend on each other otherwise than in the reference"
          + pValue(Optional.of(shift.togetherPValue()));
    }
    String named =
        drifted.stream()
            .limit(MOST_NAMED)
            .map(DriftWords::feature)
            .collect(Collectors.joining(", "));
    int others = drifted.size() - MOST_NAMED;
    return "features have drifted: " + named + (others > 0 ? " and " + others + " more" : "");
  }

  private static String feature(FeatureDrift feature) {
    double distance = feature.displacement().distance();
    if (feature.ceases()) {
      return String.format(
          Locale.ROOT,
          "%s is missing in %.0f %% of predictions, in the reference in %.0f %%",
          feature.name(),
          100 * feature.missing(),
          100 * feature.missingBefore());
    }
    if (feature.isCategorical()) {
      return String.format(
          Locale.ROOT, "%s has other values in %.0f %%", feature.name(), 100 * distance);
    }
    double shift = feature.displacement().shift();
    // A move of all values has as much shift as distance, another spread next to none.
    String how =
        2 * Math.abs(shift) < distance ? "is spread otherwise" : shift > 0 ? "is up" : "is down";
    return String.format(
        Locale.ROOT, "%s %s by %.2g standard deviations", feature.name(), how, distance);
  }
}
