package io.evenkeel.app.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.wording.SizeWords;
import io.evenkeel.app.wording.SizeWords.OpenEnd;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RetiredAlertTest {
  private static final String SAID = "The alert said before: churn: over-confident";

  private static Alert retired(String description) {
    Alert open =
        Alert.newBuilder()
            .setFingerprint("f")
            .setModel("churn")
            .setVersion("")
            .setSegment("")
            .setRule("miscalibration")
            .setState(AlertState.FIRING)
            .setStartsAt(Instant.EPOCH)
            .setRaisedAt(Instant.EPOCH)
            .setUpdatedAt(Instant.EPOCH)
            .setSummary("churn: over-confident")
            .setDescription(description)
            .setCases(30)
            .setEffectParameter("temperature")
            .setEffect(2.67)
            .setEffectLower(1.67)
            .setEffectUpper(2.67)
            .build();
    return AlertRecords.retired(open, Instant.EPOCH, "the rule is off");
  }

  @Test
  void keepsTheOpenEndOfItsSize() {
    Alert retired = retired("Size: temperature = 2.67 or more (at least 1.67), from 30 cases.");

    assertThat(retired.getDescription())
        .isEqualTo(SAID + ". Size: temperature = 2.67 or more (at least 1.67).");
    assertThat(SizeWords.openEnd(retired)).isEqualTo(OpenEnd.UPPER);
  }

  @Test
  void saysNothingOfASizeWhoseFieldsTellAll() {
    assertThat(retired("Size: temperature = 2.67 (1.67 to 2.67), from 30 cases.").getDescription())
        .isEqualTo(SAID);
  }
}
