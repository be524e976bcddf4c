package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.state.SeriesKey;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ToJudgeTest {
  private static final SeriesKey WHOLE = new SeriesKey("churn", "v1", "");
  private static final SeriesKey SEGMENT = new SeriesKey("churn", "v1", "country=de");
  private static final SeriesKey OTHER = new SeriesKey("fraud", "v1", "");

  private final ToJudge toJudge = new ToJudge(Duration.ofSeconds(1));

  @BeforeEach
  void lookAtAVersionAtTen() {
    toJudge.add(SEGMENT);
    toJudge.add(WHOLE);
    assertThat(toJudge.take(10_000)).containsExactly(WHOLE, SEGMENT);
  }

  @Test
  void asksFourTimesAnInterval() {
    assertThat(toJudge.step()).isEqualTo(Duration.ofMillis(250));
    assertThat(new ToJudge(Duration.ofMillis(1)).step()).isEqualTo(Duration.ofMillis(1));
  }

  @Test
  void looksAtOnceAtWhatHasNotBeenLookedAtForAnInterval() {
    toJudge.add(OTHER);

    assertThat(toJudge.take(10_250)).containsExactly(OTHER);
    toJudge.add(WHOLE);
    assertThat(toJudge.take(17_250)).containsExactly(WHOLE);
  }

  @Test
  void looksAtAVersionOncePerInterval() {
    toJudge.add(WHOLE);
    assertThat(toJudge.take(10_250)).isEmpty();
    toJudge.add(SEGMENT);
    assertThat(toJudge.take(10_750)).isEmpty();

    // A tick that comes a little early is that of the interval.
    assertThat(toJudge.take(10_990)).containsExactly(WHOLE, SEGMENT);
    assertThat(toJudge.take(12_000)).isEmpty();
  }

  @Test
  void forgetsWhatIsRemoved() {
    toJudge.add(WHOLE);
    toJudge.remove(WHOLE);

    assertThat(toJudge.all()).isEmpty();
    assertThat(toJudge.take(20_000)).isEmpty();
  }

  @Test
  void doesNotWaitForAClockThatWasSetBack() {
    toJudge.add(WHOLE);

    assertThat(toJudge.take(5_000)).containsExactly(WHOLE);
  }
}
