package io.evenkeel.app.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.core.prediction.Categorical;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelDelaysTest {
  private static Case of(String id, long... labelsAfter) {
    PredictionEvent prediction =
        new PredictionEvent(id, "model", "", 1000, Map.of(), Map.of(), Categorical.of(0.5, 0.5));
    List<LabelEvent> labels = new ArrayList<>();
    for (long delay : labelsAfter) {
      labels.add(new LabelEvent(id, 1000 + delay, labels.size(), new RawTarget.Index(1)));
    }
    return new Case(prediction, labels);
  }

  private static LabelDelays delays(List<Case> cases) {
    return Objects.requireNonNull(LabelDelays.of(cases::stream, n -> {}).get("model"));
  }

  @Test
  void measuresTheFirstLabelOfEachPrediction() {
    LabelDelays delays =
        delays(List.of(of("a", 4000, 9000), of("b", 2000), of("c"), of("d", 3000), of("e", 1000)));

    assertThat(delays.predictions()).isEqualTo(5);
    assertThat(delays.labelled()).isEqualTo(4);
    assertThat(delays.events()).isEqualTo(10);
    assertThat(delays.quantile(0.5)).isEqualTo(Duration.ofSeconds(2));
    assertThat(delays.quantile(1)).isEqualTo(Duration.ofSeconds(4));
    assertThat(delays.shareLaterThan(Duration.ofSeconds(3))).isEqualTo(0.25);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, PT0S",
    "PT0.2S, PT1S",
    "PT90S, PT90S",
    "PT2M1S, PT3M",
    "PT25H, PT25H",
    "PT50H1S, P3D",
    "P2D, P2D"
  })
  void suggestsAWaitInWholeUnits(Duration delay, Duration wait) {
    assertThat(delays(List.of(of("a", delay.toMillis()))).suggestedWait()).isEqualTo(wait);
  }

  @Test
  void suggestsAWaitForNearlyAllLabels() {
    List<Case> cases = new ArrayList<>();
    for (int n = 0; n < 1000; n++) {
      cases.add(of("id-" + n, n < 991 ? 60_000 : 86_400_000));
    }

    assertThat(delays(cases).suggestedWait()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void hasNoDelaysWithoutLabels() {
    LabelDelays none = delays(List.of(of("a")));

    assertThat(none.labelled()).isZero();
    assertThatThrownBy(none::suggestedWait).isInstanceOf(IllegalStateException.class);
  }
}
