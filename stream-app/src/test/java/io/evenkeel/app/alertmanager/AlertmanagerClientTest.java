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
  private static final Instant BEGAN = NOW.minus(Duration.ofHours(3));
  private static final Instant EXPIRES = NOW.plus(Duration.ofMinutes(4));

  @Test
  void namesTheSeriesAndLeavesOutWhatIsEmpty() {
    JsonNode json = json(null);

    assertThat(json.path("labels").toString())
        .isEqualTo(
            "{\"alertname\":\"EvenkeelMiscalibration\",\"model\":\"churn\",\"version\":\"3\","
                + "\"alert_id\":\"a\",\"severity\":\"warning\"}");
    assertThat(json.path("annotations").toString())
        .isEqualTo(
            "{\"summary\":\"what\",\"description\":\"why\",\"starts_at\":\"" + BEGAN + "\"}");
  }

  @Test
  void anOpenAlertRunsOutUnlessItIsToldOfAgain() {
    assertThat(json(null).path("startsAt").asText()).isEqualTo(NOW.toString());
    assertThat(json(null).path("endsAt").asText()).isEqualTo(EXPIRES.toString());
  }

  @Test
  void aResolvedAlertIsOver() {
    Instant until = NOW.plusSeconds(20);

    assertThat(json(until).path("startsAt").asText()).isEqualTo(NOW.toString());
    assertThat(json(until).path("endsAt").asText()).isEqualTo(until.toString());
  }

  /** The clock was set back while it was open. */
  @Test
  void noAlertEndsBeforeItBegins() {
    Instant until = NOW.minusSeconds(3600);

    assertThat(json(until).path("startsAt").asText()).isEqualTo(until.toString());
    assertThat(json(until).path("endsAt").asText()).isEqualTo(until.toString());
  }

  private static JsonNode json(@Nullable Instant until) {
    Alert alert = alert("a", AlertState.FIRING, BEGAN, null);
    return AlertmanagerClient.json(new OpenAlerts.Told(alert, NOW, until), EXPIRES);
  }

  /** Alertmanager sends at once what began longer ago than it waits for others of the group. */
  @Test
  void beginsWhenItIsKnownHowLongAgoTheProblemMayHaveBegun() {
    OpenAlerts alerts = new OpenAlerts();
    alerts.accept(alert("a", AlertState.FIRING, BEGAN, null), NOW);
    alerts.accept(alert("a", AlertState.NO_DATA, BEGAN, null), NOW.plusSeconds(1));
    assertThat(alerts.toSend()).extracting(OpenAlerts.Told::since).containsExactly(NOW);

    Instant end = NOW.plusSeconds(2);
    alerts.accept(alert("a", AlertState.RESOLVED, BEGAN, BEGAN.plusSeconds(1)), end);
    assertThat(alerts.toSend())
        .extracting(OpenAlerts.Told::since, OpenAlerts.Told::until)
        .containsExactly(tuple(NOW, end));

    alerts.sent();
    alerts.accept(alert("a", AlertState.FIRING, BEGAN, null), end.plusSeconds(1));
    assertThat(alerts.toSend())
        .extracting(OpenAlerts.Told::since)
        .containsExactly(end.plusSeconds(1));
  }

  @Test
  void endsWhatWasDeleted() {
    OpenAlerts alerts = new OpenAlerts();
    alerts.accept(alert("a", AlertState.FIRING, BEGAN, null), NOW);

    assertThat(alerts.forget("b", NOW)).isFalse();
    assertThat(alerts.forget("a", NOW)).isTrue();
    assertThat(alerts.toSend()).extracting(OpenAlerts.Told::until).containsExactly(NOW);
  }

  @Test
  void tellsOfOpenAlertsAlwaysAndOfResolvedOnesUntilTold() {
    OpenAlerts alerts = new OpenAlerts();

    assertThat(alerts.accept(alert("a", AlertState.FIRING, NOW, null), NOW)).isTrue();
    assertThat(alerts.accept(alert("a", AlertState.FIRING, NOW, null), NOW)).isFalse();
    assertThat(alerts.accept(alert("b", AlertState.NO_DATA, NOW, null), NOW)).isTrue();
    assertThat(alerts.accept(alert("c", AlertState.PENDING, NOW, null), NOW)).isFalse();
    assertThat(alerts.accept(alert("d", AlertState.RESOLVED, NOW, NOW), NOW)).isFalse();
    assertThat(alerts.accept(alert("b", AlertState.RESOLVED, NOW, NOW), NOW)).isTrue();
    assertThat(alerts.toSend())
        .extracting(told -> told.alert().getFingerprint())
        .containsExactly("a", "b");

    alerts.sent();
    assertThat(alerts.toSend())
        .extracting(told -> told.alert().getFingerprint())
        .containsExactly("a");
  }

  @Test
  void endsWhatItWasWhenTheSeverityChanges() {
    OpenAlerts alerts = new OpenAlerts();
    alerts.accept(alert("a", AlertState.FIRING, NOW, null), NOW);
    Alert worse =
        Alert.newBuilder(alert("a", AlertState.FIRING, NOW, null))
            .setSeverity(Severity.CRITICAL)
            .build();

    assertThat(alerts.accept(worse, NOW)).isTrue();
    assertThat(alerts.toSend())
        .extracting(told -> told.alert().getSeverity(), OpenAlerts.Told::until)
        .containsExactly(tuple(Severity.CRITICAL, null), tuple(Severity.WARNING, NOW));

    alerts.sent();
    alerts.accept(alert("a", AlertState.RESOLVED, NOW, NOW), NOW);
    assertThat(alerts.toSend())
        .extracting(told -> told.alert().getSeverity(), OpenAlerts.Told::until)
        .containsExactly(tuple(Severity.CRITICAL, NOW));
  }

  @Test
  void takesBackTheEndOfWhatIsOpenAgain() {
    OpenAlerts alerts = new OpenAlerts();
    alerts.accept(alert("a", AlertState.FIRING, NOW, null), NOW);
    alerts.accept(alert("a", AlertState.RESOLVED, NOW, NOW), NOW);
    alerts.accept(alert("a", AlertState.FIRING, NOW, null), NOW);

    assertThat(alerts.toSend()).extracting(OpenAlerts.Told::until).containsOnlyNulls();
  }

  @Test
  void saysNothingOfWhatAnotherAlertExplains() {
    OpenAlerts alerts = new OpenAlerts();
    alerts.accept(alert("a", AlertState.FIRING, NOW, null), NOW);
    alerts.accept(
        Alert.newBuilder(alert("a", AlertState.FIRING, NOW, null)).setInhibitedBy("b").build(),
        NOW);

    assertThat(alerts.toSend()).extracting(OpenAlerts.Told::until).containsExactly(NOW);
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
