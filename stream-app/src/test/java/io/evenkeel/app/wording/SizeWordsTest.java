package io.evenkeel.app.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.wording.SizeWords.OpenEnd;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeWordsTest {

  private static Alert alert(double estimate, double lower, double upper, String description) {
    return Alert.newBuilder()
        .setFingerprint("f")
        .setModel("m")
        .setVersion("")
        .setSegment("")
        .setRule("miscalibration")
        .setState(AlertState.FIRING)
        .setStartsAt(Instant.EPOCH)
        .setRaisedAt(Instant.EPOCH)
        .setUpdatedAt(Instant.EPOCH)
        .setSummary("m: off")
        .setDescription(description)
        .setCases(30)
        .setEffectParameter("scale")
        .setEffect(estimate)
        .setEffectLower(lower)
        .setEffectUpper(upper)
        .build();
  }

  @ParameterizedTest
  @CsvSource({
    "2.67, 1.67, 2.67, UPPER, scale = 2.67 or more (at least 1.67)",
    "2.5, 1.67, 2.67, UPPER, scale = 2.50 (1.67 to 2.67 or more)",
    "2.67, 1.67, 2.67, NONE, scale = 2.67 (1.67 to 2.67)",
    "-0.8, -0.8, -0.719, LOWER, scale = -0.800 or less (at most -0.719)",
    "-0.799, -0.8, -0.719, LOWER, scale = -0.799 (-0.800 or less to -0.719)"
  })
  void saysTheOpenEndOfASizeWhichIsReadFromTheAlertThatHasTheWords(
      double estimate, double lower, double upper, OpenEnd open, String words) {
    assertThat(SizeWords.of("scale", estimate, lower, upper, open)).isEqualTo(words);
    Alert alert = alert(estimate, lower, upper, "Says 1. Size: " + words + ", from 30 cases.");
    assertThat(SizeWords.openEnd(alert)).isEqualTo(open);
  }

  @Test
  void knowsNoOpenEndOfAnAlertThatSaysNone() {
    Alert alert = alert(2.67, 1.67, 2.67, "Evidence: 10^5 or more.");

    assertThat(SizeWords.openEnd(alert)).isEqualTo(OpenEnd.NONE);
    Alert without = Alert.newBuilder(alert).setEffect(null).build();
    assertThat(SizeWords.openEnd(without)).isEqualTo(OpenEnd.NONE);
  }
}
