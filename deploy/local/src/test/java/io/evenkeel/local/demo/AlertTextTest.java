package io.evenkeel.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AlertTextTest {

  @Test
  void saysTheStateAndWhatIsWrongInLinesThatFitAScreen() {
    Alert alert =
        Alert.newBuilder()
            .setFingerprint("f")
            .setModel("m")
            .setVersion("")
            .setSegment("")
            .setRule("miscalibration")
            .setState(AlertState.FIRING)
            .setStartsAt(Instant.EPOCH)
            .setRaisedAt(Instant.EPOCH)
            .setUpdatedAt(Instant.EPOCH)
            .setSummary("m: the probabilities do not mean what they say")
            .setDescription("word ".repeat(40).strip())
            .setCases(100)
            .build();

    String text = AlertText.of(alert);

    assertThat(text)
        .startsWith("@|bold,red FIRING|@    m: the probabilities do not mean what they say\n");
    assertThat(text.lines().skip(1))
        .allSatisfy(line -> assertThat(line).startsWith("          word").hasSizeLessThan(101));
  }
}
