package io.evenkeel.app.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RetiredAlertTest {
  private static Alert.Builder open() {
    return Alert.newBuilder()
        .setFingerprint("f")
        .setModel("churn")
        .setVersion("")
        .setSegment("")
        .setRule("miscalibration")
        .setState(AlertState.FIRING)
        .setStartsAt(Instant.EPOCH)
        .setRaisedAt(Instant.EPOCH)
        .setUpdatedAt(Instant.EPOCH)
        .setSummary("churn: over-confident");
  }

  @Test
  void keepsItsSizeAndSaysWhatItSaid() {
    Alert open =
        open()
            .setDescription("Size: temperature = 2.67 or more (at least 1.67), from 30 cases.")
            .setCases(30)
            .setEffectParameter("temperature")
            .setEffect(2.67)
            .setEffectLower(1.67)
            .setEffectUpper(2.67)
            .setEffectOpen("UPPER")
            .build();

    Alert retired = AlertRecords.retired(open, Instant.EPOCH, "the rule is off");

    assertThat(retired.getSummary()).isEqualTo("churn: the rule is off");
    assertThat(retired.getDescription()).isEqualTo("The alert said before: churn: over-confident");
    assertThat(retired.getEffect()).isEqualTo(2.67);
    assertThat(retired.getEffectOpen()).isEqualTo("UPPER");
  }

  /** A rule without labels raises it ahead of what labels have counted, when none has come. */
  @Test
  void doesNotEndBeforeItWasRaised() {
    Instant raised = Instant.parse("2026-01-20T00:00:00Z");
    Instant newest = Instant.parse("2026-01-21T00:00:00Z");
    Alert open =
        open()
            .setRaisedAt(raised)
            .setUpdatedAt(newest)
            .setDescription("The features have drifted.")
            .setCases(30)
            .build();

    Alert retired = AlertRecords.retired(open, Instant.EPOCH, "the rule is off");

    assertThat(retired.getEndsAt()).isEqualTo(newest);
    assertThat(retired.getUpdatedAt()).isEqualTo(newest);
  }
}
