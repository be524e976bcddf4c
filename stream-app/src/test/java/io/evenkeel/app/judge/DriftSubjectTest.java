package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.ClassNames;
import io.evenkeel.app.config.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;

class DriftSubjectTest {
  private static DriftSubject subject(Rule rule, String feature) {
    return DriftSubject.of(rule, feature, ClassNames.of(List.of()), false);
  }

  @Test
  void saysAPredictedSpreadInTheUnitOfThePredictions() {
    assertThat(subject(Rule.PREDICTION_DRIFT, "log spread").is(1.098612))
        .isEqualTo("the predicted spread is 3");
  }

  @Test
  void saysTheValueOfAFeatureAsItIs() {
    assertThat(subject(Rule.FEATURE_DRIFT, "channel").is(3)).isEqualTo("channel is 3");
    assertThat(subject(Rule.FEATURE_DRIFT, "rate").is(1.0986123)).isEqualTo("rate is 1.0986123");
  }
}
