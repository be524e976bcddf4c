package io.evenkeel.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.replay.Case;
import io.evenkeel.core.prediction.Categorical;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class DemoForecastsTest {
  private final DemoForecasts forecasts = DemoForecasts.ofAWeek();

  private double overConfidence(Predicate<Instant> when) {
    return forecasts.cases().stream()
        .filter(one -> one.prediction().model().equals(DemoForecasts.BREAKING))
        .filter(one -> when.test(Instant.ofEpochMilli(one.prediction().madeAt())))
        .mapToDouble(DemoForecastsTest::excess)
        .average()
        .orElseThrow();
  }

  /** How much surer of its more probable class it was than it was right. */
  private static double excess(Case one) {
    Categorical predicted = (Categorical) one.prediction().distribution();
    int top = predicted.argmax();
    boolean right = one.labels().get(0).target().equals(new RawTarget.Index(top));
    return predicted.probability(top) - (right ? 1 : 0);
  }

  @Test
  void breaksInTheMiddleOfTheWeek() {
    Instant change = forecasts.change();

    assertThat(overConfidence(time -> time.isBefore(change))).isBetween(-0.02, 0.02);
    assertThat(overConfidence(time -> !time.isBefore(change))).isGreaterThan(0.05);
  }

  @Test
  void hasAllModelsInTheOrderOfTime() {
    List<Case> cases = forecasts.cases();

    assertThat(cases.stream().map(one -> one.prediction().model()).distinct())
        .containsExactlyInAnyOrderElementsOf(DemoForecasts.models());
    assertThat(cases.stream().map(one -> one.prediction().madeAt()).toList()).isSorted();
  }
}
