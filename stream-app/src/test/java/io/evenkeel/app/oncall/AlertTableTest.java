package io.evenkeel.app.oncall;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Silence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlertTableTest {
  private static final Instant TIME = Instant.parse("2026-03-01T04:20:00Z");

  private static Alert.Builder alert(String fingerprint, AlertState state, Severity severity) {
    return Alert.newBuilder()
        .setFingerprint(fingerprint)
        .setModel("churn")
        .setVersion("3")
        .setSegment("")
        .setRule("miscalibration")
        .setState(state)
        .setSeverity(severity)
        .setStartsAt(TIME)
        .setRaisedAt(TIME)
        .setUpdatedAt(TIME)
        .setSummary("alert " + fingerprint)
        .setDescription("")
        .setCases(0);
  }

  @Test
  void listsWhatFiresFirstAndTheMostSevereOfThatAtTheTop() {
    String table =
        AlertTable.of(
            List.of(
                alert("aaaaaaaa-1", AlertState.PENDING, Severity.CRITICAL).build(),
                alert("bbbbbbbb-1", AlertState.FIRING, Severity.WARNING).build(),
                alert("cccccccc-1", AlertState.NO_DATA, Severity.WARNING).build(),
                alert("dddddddd-1", AlertState.FIRING, Severity.CRITICAL).build()));

    assertThat(table.lines())
        .containsExactly(
            "ID        STATE     SEVERITY  ALERT",
            "dddddddd  FIRING    critical  alert dddddddd-1",
            "bbbbbbbb  FIRING    warning   alert bbbbbbbb-1",
            "aaaaaaaa  PENDING   critical  alert aaaaaaaa-1",
            "cccccccc  NO_DATA   warning   alert cccccccc-1");
  }

  @Test
  void listsAForeignAlertWithWhatItHasOfAnId() {
    String table =
        AlertTable.of(
            List.of(
                alert("", AlertState.FIRING, Severity.WARNING).setSummary("foreign").build(),
                alert("dddddddd-1", AlertState.FIRING, Severity.WARNING).build()));

    assertThat(table).contains("          FIRING    warning   foreign", "dddddddd  FIRING");
  }

  @Test
  void saysWhyAnAlertIsMuted() {
    Alert.Builder alert = alert("aaaaaaaa-1", AlertState.FIRING, Severity.WARNING);

    assertThat(AlertTable.of(List.of(Alert.newBuilder(alert).setSilencedBy("s1").build())))
        .contains("alert aaaaaaaa-1 (silenced by s1)");
    assertThat(AlertTable.of(List.of(Alert.newBuilder(alert).setInhibitedBy("bbbbbbbb-1").build())))
        .contains("alert aaaaaaaa-1 (explained by bbbbbbbb)");
  }

  @Test
  void saysWhichFeatureAlertsOfManyModelsName() {
    List<Alert> alerts = new ArrayList<>();
    for (int model = 0; model < 4; model++) {
      alerts.add(
          alert("dddddddd-" + model, AlertState.FIRING, Severity.WARNING)
              .setModel("m" + model)
              .setNames(model < 1 ? List.of("age", "income") : List.of("age", "(others)"))
              .build());
    }

    assertThat(AlertTable.of(alerts))
        .endsWith(
            "Alerts of 4 models name the feature age: see first what they get it from.%n"
                .formatted())
        .doesNotContain("income", "(others)");
    assertThat(AlertTable.of(alerts.subList(0, 2))).doesNotContain("name the feature");
  }

  private static Silence.Builder silence(String comment) {
    return Silence.newBuilder()
        .setSilenceId("s1")
        .setStartsAt(TIME)
        .setEndsAt(TIME.plusSeconds(3600))
        .setCreatedBy("me")
        .setComment(comment);
  }

  @Test
  void listsSilencesWithTheirScope() {
    Silence.Builder silence = silence("known");

    assertThat(AlertTable.ofSilences(List.of(silence.build())))
        .contains("s1        2026-03-01 04:20 UTC  2026-03-01 05:20 UTC  everything by me: known");
    assertThat(
            AlertTable.ofSilences(
                List.of(Silence.newBuilder(silence).setModel("churn").setSegment("").build())))
        .contains("model churn, no segment by me: known");
    assertThat(
            AlertTable.ofSilences(
                List.of(
                    Silence.newBuilder(silence)
                        .setModel("churn")
                        .setFingerprint("aaaaaaaa-1")
                        .build(),
                    Silence.newBuilder(silence).setFingerprint("typo").build())))
        .contains("model churn, alert aaaaaaaa by me: known", "  alert typo by me: known");
  }

  @Test
  void saysOfANewSilenceThatItHoldsForNoOpenAlert() {
    Silence.Builder silence = silence("");
    Alert firing = alert("aaaaaaaa-1", AlertState.FIRING, Severity.WARNING).build();
    Alert over = alert("bbbbbbbb-1", AlertState.RESOLVED, Severity.WARNING).build();
    Silence known = Silence.newBuilder(silence).setModel("churn").build();
    Silence misspelled = Silence.newBuilder(silence).setModel("chrun").build();

    assertThat(AlertTable.ofNewSilence(known, List.of(firing, over)))
        .isEqualTo(AlertTable.ofSilences(List.of(known)));
    assertThat(AlertTable.ofNewSilence(known, List.of(over)).lines())
        .endsWith("No open alert matches it now.");
    assertThat(AlertTable.ofNewSilence(misspelled, List.of(firing)).lines())
        .endsWith("No open alert matches it now.");
  }

  @Test
  void saysThatThereIsNothing() {
    assertThat(AlertTable.of(List.of())).startsWith("No alerts.");
    assertThat(AlertTable.ofSilences(List.of())).startsWith("No silences.");
  }
}
