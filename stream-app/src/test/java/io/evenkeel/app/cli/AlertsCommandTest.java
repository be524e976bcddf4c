package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.follow.AbsentException;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AlertsCommandTest {
  private static Alert.Builder alert(String rule, AlertState state) {
    return Alert.newBuilder()
        .setFingerprint("ea3de5b6")
        .setModel("churn")
        .setVersion("")
        .setSegment("")
        .setRule(rule)
        .setState(state)
        .setStartsAt(Instant.EPOCH)
        .setRaisedAt(Instant.EPOCH)
        .setUpdatedAt(Instant.EPOCH)
        .setSummary("churn: over-confident")
        .setDescription("")
        .setCases(30);
  }

  private static void saysThatThereIsNone(Alert.Builder alert, String why) {
    assertThatThrownBy(() -> AlertsCommand.map(alert.build()))
        .isInstanceOf(AbsentException.class)
        .hasMessage("the alert ea3de5b6 has no map" + why);
  }

  @Test
  void whereAnAlertHasNoMapItSaysWhatTheAlertSaysOfThat() {
    String why = "Its predictions are mixtures: Evenkeel has no maps for them.";
    saysThatThereIsNone(alert("miscalibration", AlertState.FIRING).setNoMap(why), ". " + why);
    saysThatThereIsNone(
        alert("miscalibration", AlertState.NO_DATA).setNoMap("Its labels stopped."),
        ". Its labels stopped.");
  }

  @Test
  void anAlertThatSaysNothingIsOverOrOfAnEarlierVersion() {
    saysThatThereIsNone(alert("miscalibration", AlertState.RESOLVED), ". It is over.");
    saysThatThereIsNone(
        alert("miscalibration", AlertState.FIRING),
        ". It is of an earlier version of Evenkeel, which did not say why.");
  }

  @Test
  void ofOtherRulesThereIsNone() {
    saysThatThereIsNone(
        alert("selection", AlertState.FIRING),
        ": its rule is selection, and only miscalibration can be mended by one");
  }
}
