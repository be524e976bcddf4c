package io.evenkeel.app.oncall;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.Rule;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StandingOutputsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static Alert alert(Rule rule, AlertState state, Instant updatedAt) {
    return Alert.newBuilder()
        .setFingerprint(rule.key() + "-" + state)
        .setModel("churn")
        .setVersion("3")
        .setSegment("")
        .setRule(rule.key())
        .setState(state)
        .setChange(AlertChange.BEGAN)
        .setSeverity(Severity.WARNING)
        .setStartsAt(Instant.EPOCH)
        .setRaisedAt(Instant.EPOCH)
        .setUpdatedAt(updatedAt)
        .setSummary("churn 3: too sure")
        .setDescription("")
        .setCases(0)
        .setInhibitedBy("another")
        .build();
  }

  private static List<Alert> retired(Alert... newest) {
    return StandingOutputs.of(List.of(newest), Set.of()).retired(NOW);
  }

  @Test
  void anAlertOfAStateThatIsResetEndsInWords() {
    Alert ended = retired(alert(Rule.MISCALIBRATION, AlertState.FIRING, Instant.EPOCH)).get(0);

    assertThat(ended.getFingerprint()).isEqualTo("miscalibration-FIRING");
    assertThat(ended.getState()).isEqualTo(AlertState.RESOLVED);
    assertThat(ended.getChange()).isEqualTo(AlertChange.RETIRED);
    assertThat(ended.getEndsAt()).isEqualTo(NOW);
    assertThat(ended.getInhibitedBy()).isNull();
    assertThat(ended.getSummary())
        .isEqualTo(
            "churn 3: the state of the monitor was reset; if the problem lasts, it fires again, and a"
                + " silence of it still holds");
  }

  @Test
  void allThatAreNotOverEndWhateverRuleOfTheApplicationRaisedThem() {
    assertThat(
            retired(
                alert(Rule.FEATURE_DRIFT, AlertState.NO_DATA, Instant.EPOCH),
                alert(Rule.SELECTION, AlertState.PENDING, Instant.EPOCH),
                alert(Rule.DEAD_LETTERS, AlertState.FIRING, Instant.EPOCH),
                alert(Rule.MONITOR_FAILED, AlertState.FIRING, Instant.EPOCH),
                alert(Rule.LABEL_SHIFT, AlertState.RESOLVED, Instant.EPOCH)))
        .extracting(Alert::getRule)
        .containsExactly("feature-drift", "selection", "dead-letters", "monitor-failed");
  }

  @Test
  void alertsOfAComparisonHaveAStateOfTheirOwn() {
    assertThat(retired(alert(Rule.COMPARISON, AlertState.FIRING, Instant.EPOCH))).isEmpty();
  }

  @Test
  void anAlertOfTimesThatAreStillToComeEndsNotBeforeItWasHeardOf() {
    Instant later = NOW.plusSeconds(3600);

    assertThat(retired(alert(Rule.MISCALIBRATION, AlertState.FIRING, later)).get(0).getEndsAt())
        .isEqualTo(later);
  }
}
