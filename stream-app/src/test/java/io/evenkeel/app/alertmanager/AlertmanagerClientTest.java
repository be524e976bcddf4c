package io.evenkeel.app.alertmanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AlertmanagerClientTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final Instant EXPIRES = NOW.plus(Duration.ofMinutes(4));

  @Test
  void namesTheSeriesAndLeavesOutWhatIsEmpty() {
    JsonNode json = AlertmanagerClient.json(alert("a", AlertState.FIRING, NOW, null), NOW, EXPIRES);

    assertThat(json.path("labels").toString())
        .isEqualTo(
            "{\"alertname\":\"EvenkeelMiscalibration\",\"model\":\"churn\",\"version\":\"3\","
                + "\"severity\":\"warning\"}");
    assertThat(json.path("annotations").toString())
        .isEqualTo("{\"summary\":\"what\",\"description\":\"why\"}");
  }

  @Test
  void anOpenAlertRunsOutUnlessItIsToldOfAgain() {
    Instant began = NOW.minusSeconds(60);
    JsonNode json =
        AlertmanagerClient.json(alert("a", AlertState.FIRING, began, null), NOW, EXPIRES);

    assertThat(json.path("startsAt").asText()).isEqualTo(began.toString());
    assertThat(json.path("endsAt").asText()).isEqualTo(EXPIRES.toString());
  }

  @Test
  void aResolvedAlertIsOverEvenIfItsEventsAreAheadOfTheClock() {
    Instant later = NOW.plusSeconds(60);
    JsonNode json =
        AlertmanagerClient.json(alert("a", AlertState.RESOLVED, later, later), NOW, EXPIRES);

    assertThat(json.path("startsAt").asText()).isEqualTo(NOW.toString());
    assertThat(json.path("endsAt").asText()).isEqualTo(NOW.toString());
  }

  @Test
  void tellsOfOpenAlertsAlwaysAndOfResolvedOnesUntilTold() {
    OpenAlerts alerts = new OpenAlerts();

    assertThat(alerts.accept(alert("a", AlertState.FIRING, NOW, null))).isTrue();
    assertThat(alerts.accept(alert("a", AlertState.FIRING, NOW, null))).isFalse();
    assertThat(alerts.accept(alert("b", AlertState.NO_DATA, NOW, null))).isTrue();
    assertThat(alerts.accept(alert("c", AlertState.PENDING, NOW, null))).isFalse();
    assertThat(alerts.accept(alert("d", AlertState.RESOLVED, NOW, NOW))).isFalse();
    assertThat(alerts.accept(alert("b", AlertState.RESOLVED, NOW, NOW))).isTrue();
    assertThat(alerts.toSend()).extracting(Alert::getFingerprint).containsExactly("a", "b");

    alerts.sent();
    assertThat(alerts.toSend()).extracting(Alert::getFingerprint).containsExactly("a");
  }

  @Test
  void endsWhatItWasWhenTheSeverityChanges() {
    OpenAlerts alerts = new OpenAlerts();
    alerts.accept(alert("a", AlertState.FIRING, NOW, null));
    Alert worse =
        Alert.newBuilder(alert("a", AlertState.FIRING, NOW, null))
            .setSeverity(Severity.CRITICAL)
            .build();

    assertThat(alerts.accept(worse)).isTrue();
    assertThat(alerts.toSend())
        .extracting(Alert::getSeverity, Alert::getState)
        .containsExactly(
            tuple(Severity.CRITICAL, AlertState.FIRING),
            tuple(Severity.WARNING, AlertState.RESOLVED));

    alerts.sent();
    alerts.accept(alert("a", AlertState.RESOLVED, NOW, NOW));
    assertThat(alerts.toSend())
        .extracting(Alert::getSeverity, Alert::getState)
        .containsExactly(tuple(Severity.CRITICAL, AlertState.RESOLVED));
  }

  @Test
  void takesBackTheEndOfWhatIsOpenAgain() {
    OpenAlerts alerts = new OpenAlerts();
    alerts.accept(alert("a", AlertState.FIRING, NOW, null));
    alerts.accept(alert("a", AlertState.RESOLVED, NOW, NOW));
    alerts.accept(alert("a", AlertState.FIRING, NOW, null));

    assertThat(alerts.toSend()).extracting(Alert::getState).containsExactly(AlertState.FIRING);
  }

  @Test
  void saysNothingOfWhatAnotherAlertExplains() {
    OpenAlerts alerts = new OpenAlerts();
    alerts.accept(alert("a", AlertState.FIRING, NOW, null));
    alerts.accept(
        Alert.newBuilder(alert("a", AlertState.FIRING, NOW, null)).setInhibitedBy("b").build());

    assertThat(alerts.toSend()).extracting(Alert::getState).containsExactly(AlertState.RESOLVED);
  }

  static Alert alert(String fingerprint, AlertState state, Instant began, @Nullable Instant ended) {
    return Alert.newBuilder()
        .setFingerprint(fingerprint)
        .setModel("churn")
        .setVersion("3")
        .setSegment("")
        .setRule("miscalibration")
        .setState(state)
        .setSeverity(Severity.WARNING)
        .setStartsAt(began)
        .setRaisedAt(began)
        .setUpdatedAt(began)
        .setEndsAt(ended)
        .setSummary("what")
        .setDescription("why")
        .setCases(100)
        .build();
  }
}
