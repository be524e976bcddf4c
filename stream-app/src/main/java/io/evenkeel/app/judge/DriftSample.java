package io.evenkeel.app.judge;

import io.evenkeel.app.config.LabelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.core.drift.DriftMoments;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.drift.FeatureMoments;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.drift.LabelCoverage;

/**
 * What a rule of drift watches of the cases of a pane.
 *
 * @param rule whose it is
 * @param countedCoverage the share of labels beyond which more of them are not counted: where panes
 *     count before all labels are in, the others make the same panes look better later
 */
record DriftSample(Rule rule, double countedCoverage) {

  static DriftSample of(Rule rule, LabelSettings labels) {
    return new DriftSample(rule, labels.countedCoverage());
  }

  /** The features that it watches. */
  Features features(DriftPlan plan) {
    return switch (rule) {
      case FEATURE_DRIFT -> plan.featuresAndOthers();
      case LABEL_SHIFT -> plan.targets();
      case DATA_QUALITY -> LabelCoverage.FEATURES;
      default -> plan.coordinates();
    };
  }

  /** These features of some cases. */
  FeatureMoments of(DriftMoments cases) {
    return switch (rule) {
      case FEATURE_DRIFT -> cases.featuresAndOthers();
      case LABEL_SHIFT -> cases.targets();
      case DATA_QUALITY -> cases.coverage(countedCoverage);
      default -> cases.coordinates();
    };
  }

  /**
   * Whether the cases of a profile or a file are a sample of them. The first are learned without
   * labels, and a file need not have those that never came. Predictions with a label are compared
   * with all of their own panes.
   */
  boolean isKnownBefore() {
    return rule != Rule.DATA_QUALITY && rule != Rule.SELECTION;
  }

  /** Whether a series may begin with these cases: no labels are missed before the first one. */
  boolean mayBeginWith(DriftMoments cases) {
    return rule != Rule.DATA_QUALITY || cases.labelled().n() > 0;
  }
}
