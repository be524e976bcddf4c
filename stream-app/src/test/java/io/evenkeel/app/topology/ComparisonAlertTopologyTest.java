package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.oncall.NewSilence;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Better;
import io.evenkeel.schemas.Comparison;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Silence;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The life of the alert of a comparison, over restarts. */
class ComparisonAlertTopologyTest extends ComparisonScenario {
  @Test
  void alertsWhenTheChallengerIsBetterUntilThatIsNoLongerShown() {
    start(AVRO, "http.public-url=http://monitor", "defaults.alert.runbook=http://wiki/compare");
    cases("good", 100, true);

    assertThat(alerts).hasSize(1);
    Alert firing = alerts.get(0);
    assertThat(firing.getState()).isEqualTo(AlertState.FIRING);
    assertThat(firing.getChange()).isEqualTo(AlertChange.BEGAN);
    assertThat(firing.getSeverity()).isEqualTo(Severity.INFO);
    assertThat(firing.getRule()).isEqualTo("comparison");
    assertThat(List.of(firing.getModel(), firing.getVersion(), firing.getSegment()))
        .containsExactly("churn", "1", "");
    assertThat(firing.getSummary())
        .matches(
            "churn: challenger 2 is better than 1: Brier score 0\\.48 lower \\(\\S+ to \\S+\\) on"
                + " \\d+ labels");
    assertThat(firing.getDescription())
        .contains("The predictions of the challenger are in shadow.")
        .contains("Do: let the challenger serve, unless something else speaks against it.")
        .contains("Runbook: http://wiki/compare")
        .contains("the rule fires at 200, with a chance of at most 1 % that it is ever wrong")
        .contains("Silence: evenkeel silence add " + firing.getFingerprint().substring(0, 8))
        .endsWith("Details: http://monitor/#/series/churn%7C1%7C");
    assertThat(firing.getEffectLower()).isPositive();
    assertThat(firing.getLogEvidence()).isGreaterThanOrEqualTo(firing.getLogThreshold());
    Comparison shown = newest();
    assertThat(shown.getBetter()).isEqualTo(Better.CHALLENGER);
    assertThat(shown.getLower()).isPositive();

    cases("bad", 30, false);

    assertThat(alerts).hasSize(2);
    Alert over = alerts.get(1);
    assertThat(over.getState()).isEqualTo(AlertState.RESOLVED);
    assertThat(over.getChange()).isEqualTo(AlertChange.ENDED);
    assertThat(over.getFingerprint()).isEqualTo(firing.getFingerprint());
    assertThat(over.getEndsAt()).isEqualTo(MADE.plusSeconds(60));
    assertThat(over.getSummary())
        .startsWith("churn: challenger 2 is no longer shown to be better than 1: Brier score");
    assertThat(newest().getBetter()).isEqualTo(Better.UNDECIDED);

    cases("worse", 300, false);

    assertThat(alerts).hasSize(3);
    assertThat(alerts.get(2).getSummary())
        .startsWith("churn: challenger 2 is worse than 1: Brier score");
    assertThat(alerts.get(2).getDescription()).contains("Do: keep the champion.");
  }

  @Test
  void staysAsItIsNearTheThreshold() {
    for (int i = 0; alerts.isEmpty(); i++) {
      cases("good" + i + "-", 1, true);
    }
    for (int i = 0; i < 20; i++) {
      cases("down" + i + "-", 1, false);
      cases("up" + i + "-", 3, true);
    }

    assertThat(alerts).hasSize(1);
    double enough = Math.log(2 / ALPHA);
    assertThat(comparisons)
        .filteredOn(one -> one.getBetter() == Better.CHALLENGER)
        .anyMatch(one -> one.getLogEChallenger() < enough && one.getLower() < 0);
  }

  @Test
  void warnsIfTheRuleIsToPage() {
    start(AVRO, "defaults.alert.comparison=page");
    cases("good", 100, true);

    assertThat(alerts).extracting(Alert::getSeverity).containsExactly(Severity.WARNING);
  }

  @Test
  void saysNothingIfTheRuleIsOff() {
    start(AVRO, "defaults.alert.comparison=off");
    cases("good", 100, true);

    assertThat(alerts).isEmpty();
    assertThat(newest().getBetter()).isEqualTo(Better.CHALLENGER);
  }

  @Test
  void marksAnAlertThatIsSilenced() {
    cases("good", 100, true);
    Silence silence =
        Silence.newBuilder()
            .setSilenceId("s1")
            .setModel("churn")
            .setRule("comparison")
            .setStartsAt(STARTED)
            .setEndsAt(STARTED.plus(Duration.ofHours(1)))
            .build();
    send(config.topics().silences(), "s1", silence);
    settle();
    settle();
    assertThat(alerts).hasSize(2);
    assertThat(alerts.get(1).getSilencedBy()).isEqualTo("s1");
    assertThat(alerts.get(1).getState()).isEqualTo(AlertState.FIRING);

    driver().advanceWallClockTime(Duration.ofHours(1));
    settle();

    assertThat(alerts).hasSize(3);
    assertThat(alerts.get(2).getSilencedBy()).isNull();
  }

  /** Alerts of challengers of one champion differ in the fingerprint alone. */
  @Test
  void aSilenceOfOneChallengerDoesNotMuteAnother() {
    cases("good", 100, true);
    Silence.Builder silence = NewSilence.of(STARTED, STARTED.plus(Duration.ofDays(7)));
    NewSilence.narrow(silence, alerts.get(0));
    send(config.topics().silences(), silence.getSilenceId(), silence.build());
    settle();
    settle();

    for (int i = 0; i < 100; i++) {
      champion("third" + i, 0.5);
      challenger(event("third" + i, "3", MADE, binary(0.9)));
      label("third" + i, 1);
    }
    settle();

    assertThat(alerts).hasSize(3);
    assertThat(alerts.get(1).getSilencedBy()).isEqualTo(silence.getSilenceId());
    assertThat(alerts.get(2).getSummary()).startsWith("churn: challenger 3 is better than 1:");
    assertThat(alerts.get(2).getSilencedBy()).isNull();

    cases("bad", 30, false);
    cases("worse", 300, false);

    assertThat(alerts).hasSize(5);
    Alert again = alerts.get(4);
    assertThat(again.getSummary()).startsWith("churn: challenger 2 is worse than 1:");
    assertThat(again.getSilencedBy()).isEqualTo(silence.getSilenceId());
  }

  @Test
  void sendsAnOpenAlertAgainWithNewerNumbers() {
    start(AVRO, "defaults.alert.resend-interval=1m");
    cases("good", 100, true);
    cases("more", 50, true);
    assertThat(alerts).hasSize(1);
    driver().advanceWallClockTime(Duration.ofMinutes(1));
    settle();

    assertThat(alerts).hasSize(2);
    Alert again = alerts.get(1);
    assertThat(again.getRepeated()).isTrue();
    assertThat(again.getChange()).isEqualTo(AlertChange.BEGAN);
    assertThat(again.getRaisedAt()).isEqualTo(alerts.get(0).getRaisedAt());
    assertThat(again.getCases()).isEqualTo(150);
  }

  /** Pairs, cases and outcomes as they are in the stores. */
  @Test
  void goesOnAfterARestart() {
    cases("good", 100, true);
    champion("open", 0.6);
    challenger("open", 0.9);
    champion(shared("x", "1", 0.6, 0));
    challenger(shared("x", "2", 0.9, 0));
    label("x", 1);
    Comparison before = newest();
    restart(AVRO);
    comparisons.clear();

    assertThat(newest()).isEqualTo(before);
    assertThat(alerts).extracting(Alert::getRepeated).containsExactly(false, true);
    label("open", 1);
    champion(shared("y", "1", 0.6, 0));
    challenger(shared("y", "2", 0.9, 0));
    label("y", 1);
    complete("good0", 0.5, 0.9, 1);
    Comparison after = newest();
    assertThat(after.getN()).isEqualTo(before.getN() + 1);
    assertThat(alerts).hasSize(2);
  }

  @Test
  void endsAnAlertOfVersionsOfWhichNoCaseComesAndForgetsThem() {
    cases("good", 100, true);
    driver().advanceWallClockTime(Duration.ofDays(8));
    settle();
    assertThat(alerts).extracting(Alert::getState).containsOnly(AlertState.FIRING);
    driver().advanceWallClockTime(Duration.ofDays(1));
    settle();

    Alert over = alerts.get(alerts.size() - 1);
    assertThat(over.getState()).isEqualTo(AlertState.RESOLVED);
    assertThat(over.getChange()).isEqualTo(AlertChange.RETIRED);
    assertThat(over.getSummary())
        .isEqualTo("churn: challenger 2 is no longer compared with 1: no new case has come");

    cases("again", 1, true);
    assertThat(alerts.get(alerts.size() - 1).getState()).isEqualTo(AlertState.FIRING);
    assertThat(newest().getN()).isEqualTo(101);

    driver().advanceWallClockTime(Duration.ofDays(61));
    settle();
    assertThat(alerts.get(alerts.size() - 1).getChange()).isEqualTo(AlertChange.RETIRED);
    assertThat(keys(StoreNames.PAIRS)).isEmpty();
    assertThat(forgotten).containsExactly(KEY);
  }

  /** Cases that came meanwhile are read later, and each label comes a day after its prediction. */
  @Test
  void timeInWhichItDidNotRunIsNoSilence() {
    cases("good", 100, true);
    restartAfter(Duration.ofDays(70), AVRO);
    settle();
    assertThat(alerts).extracting(Alert::getState).containsOnly(AlertState.FIRING);
    assertThat(keys(StoreNames.PAIRS)).containsExactly(KEY);

    driver().advanceWallClockTime(Duration.ofDays(8));
    settle();
    restartAfter(Duration.ofDays(80), AVRO);
    driver().advanceWallClockTime(Duration.ofHours(12));
    settle();
    assertThat(alerts).extracting(Alert::getState).containsOnly(AlertState.FIRING);
    driver().advanceWallClockTime(Duration.ofHours(12));
    settle();

    Alert over = alerts.get(alerts.size() - 1);
    assertThat(over.getChange()).isEqualTo(AlertChange.RETIRED);
    restartAfter(Duration.ofDays(90), AVRO);
    settle();
    assertThat(alerts).endsWith(over);
    driver().advanceWallClockTime(Duration.ofDays(54));
    settle();
    assertThat(forgotten).containsExactly(KEY);
  }

  @Test
  void restartsWithinEachHourDoNotKeepAnAlertOpen() {
    cases("good", 100, true);
    Duration at = Duration.ZERO;
    for (int i = 0; i < 20; i++) {
      driver().advanceWallClockTime(Duration.ofMinutes(50));
      settle();
      at = at.plus(Duration.ofMinutes(50));
      restartAfter(at, AVRO, "defaults.alert.retire-after=15h");
    }

    assertThat(alerts.get(alerts.size() - 1).getChange()).isEqualTo(AlertChange.RETIRED);
  }

  @Test
  void endsAnAlertWhoseRuleWasTurnedOff() {
    cases("good", 100, true);
    restart(AVRO, "defaults.alert.comparison=off");
    settle();
    settle();

    assertThat(alerts).hasSize(2);
    assertThat(alerts.get(1).getState()).isEqualTo(AlertState.RESOLVED);
    assertThat(alerts.get(1).getSummary()).isEqualTo("churn: the rule comparison is off");
  }
}
