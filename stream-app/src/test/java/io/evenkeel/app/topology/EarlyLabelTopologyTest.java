package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts does not depend on whether labels come before or after their prediction. */
class EarlyLabelTopologyTest extends TopologyScenario {

  /** P: the prediction; 0: its label, in time; 1: a correction that is known too late. */
  @ParameterizedTest
  @ValueSource(strings = {"P01", "0P1", "P10", "01P", "10P", "1P0", "001P", "P0101"})
  void keepsALabelInTimeWhateverCorrectionComesTooLate(String order) {
    TopologyHarness app = start();

    send(app, order, late -> app.label("a", minute(50), 1, 0));

    assertThat(newest(app).getLabelled()).isEqualTo(1);
    assertThat(reasons(app)).containsOnly("late_label");
  }

  /** 1: a label of the same revision with another target. */
  @ParameterizedTest
  @ValueSource(strings = {"P01", "0P1", "P10", "01P", "10P", "1P0"})
  void quarantinesTheSecondOfTwoLabelsThatDisagree(String order) {
    TopologyHarness app = start();

    send(app, order, other -> app.label("a", minute(2), 0, 0));

    assertThat(newest(app).getLabelled()).isEqualTo(1);
    assertThat(reasons(app)).containsExactly("duplicate_conflict");
  }

  /** 1: a correction in time. */
  @ParameterizedTest
  @ValueSource(strings = {"P01", "0P1", "P10", "01P", "10P", "1P0"})
  void takesTheNewestCorrectionInTime(String order) {
    TopologyHarness app = start();

    send(app, order, correction -> app.label("a", minute(2), 1, 0));

    assertThat(newest(app).getLabelled()).isEqualTo(1);
    assertThat(newest(app).getScores().getAccuracy()).isZero();
    assertThat(reasons(app)).isEmpty();
  }

  private static void send(TopologyHarness app, String order, Consumer<String> second) {
    for (int i = 0; i < order.length(); i++) {
      switch (order.charAt(i)) {
        case 'P' -> app.predict("a", minute(0), TopologyHarness.binary(0.7));
        case '0' -> app.label("a", minute(1), 1);
        default -> second.accept("a");
      }
    }
  }

  private static List<String> reasons(TopologyHarness app) {
    return app.deadLetters().stream()
        .map(
            letter ->
                new String(
                    letter.headers().lastHeader(DeadLetters.REASON).value(),
                    StandardCharsets.UTF_8))
        .toList();
  }
}
