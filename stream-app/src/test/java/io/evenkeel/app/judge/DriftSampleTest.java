package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.LabelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.core.drift.DriftMoments;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.drift.FeatureLearner;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.drift.PredictionEmbedding;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DriftSampleTest {
  private static final Normal PREDICTION = Normal.of(0, 1);
  private static final DriftPlan PLAN =
      new DriftPlan(
          new PredictionEmbedding(
              new ExponentialKernel(Distance.WASSERSTEIN_2, 1, 1), List.of(PREDICTION)),
          Features.NONE,
          Features.NONE,
          FeatureLearner.ofTargets(List.of(PREDICTION), 1));

  private static DriftSample coverage(boolean delayIndependent) {
    return DriftSample.of(
        Rule.DATA_QUALITY,
        new LabelSettings(
            Duration.ofDays(1),
            OptionalDouble.of(0.8),
            delayIndependent,
            1,
            false,
            OptionalInt.empty(),
            Duration.ZERO));
  }

  private static DriftMoments cases(int predictions, int labels) {
    double[] block = new double[PLAN.length()];
    for (int i = 0; i < predictions; i++) {
      PLAN.add(block, PREDICTION, Map.of());
    }
    for (int i = 0; i < labels; i++) {
      PLAN.label(block, PREDICTION, Target.of(0), 1);
    }
    return PLAN.moments(block);
  }

  @Test
  void countsNoLabelsThatMayComeAfterThePaneHasCounted() {
    assertThat(coverage(true).of(cases(10, 8)).counts()).containsExactly(2, 8, 0);
    assertThat(coverage(true).of(cases(10, 10)).counts()).containsExactly(2, 8, 0);
    assertThat(coverage(true).of(cases(10, 3)).counts()).containsExactly(7, 3, 0);
    assertThat(coverage(false).of(cases(10, 10)).counts()).containsExactly(0, 10, 0);
  }

  @Test
  void beginsWithTheFirstLabel() {
    DriftSample labels = DriftSample.of(Rule.LABEL_SHIFT, LabelSettings.defaults());

    assertThat(coverage(false).mayBeginWith(cases(10, 0))).isFalse();
    assertThat(coverage(false).mayBeginWith(cases(10, 1))).isTrue();
    assertThat(labels.mayBeginWith(cases(10, 0))).isTrue();
    assertThat(coverage(false).isKnownBefore()).isFalse();
  }
}
