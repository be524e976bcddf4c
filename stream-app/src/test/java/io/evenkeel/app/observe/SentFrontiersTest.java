package io.evenkeel.app.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.schemas.internal.Frontier;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SentFrontiersTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final PaneGrid HOURS = new PaneGrid(HOUR, 2 * HOUR, 0);

  private final SentFrontiers sent = new SentFrontiers();

  private static Frontier at(long predictions, long labels, boolean idle) {
    return new Frontier(predictions, labels, Map.of("v1", 0L), idle, predictions);
  }

  private boolean isNews(Frontier frontier, long now) {
    return sent.take("m", frontier, HOURS, now);
  }

  @Test
  void theFirstOfEachModelIsNews() {
    assertThat(isNews(at(5, 3, false), 0)).isTrue();
    assertThat(sent.take("other", at(5, 3, false), HOURS, 0)).isTrue();

    sent.forget("m");
    assertThat(isNews(at(5, 3, false), 0)).isTrue();
  }

  @Test
  void theEndOfAPaneIsNewsAtOnce() {
    isNews(at(HOUR - 2, HOUR - 3, false), 0);

    assertThat(isNews(at(HOUR - 1, HOUR - 2, false), 1)).isFalse();
    assertThat(isNews(at(HOUR, HOUR - 1, false), 2)).as("of predictions").isTrue();
    assertThat(isNews(at(HOUR + 1, HOUR, false), 3)).as("of labels").isTrue();
  }

  @Test
  void anIdlePartitionSaysNothingWithinAPane() {
    isNews(at(10, 5, false), 0);

    assertThat(isNews(at(10, 5, true), 1)).as("that it is idle").isTrue();
    assertThat(isNews(at(30 * MINUTE, 5, true), 30 * MINUTE)).isFalse();
    assertThat(isNews(at(HOUR, 5, true), HOUR)).isTrue();
    assertThat(isNews(at(HOUR, 5, false), HOUR)).as("that it is not").isTrue();
  }

  @Test
  void timeThatGoesOnWithinAPaneIsSaidOnceAMinute() {
    isNews(at(10, 5, false), 0);

    assertThat(isNews(at(20, 5, false), HOURS.freshFor(0) - 1)).isFalse();
    assertThat(isNews(at(30, 5, false), HOURS.freshFor(0))).isTrue();
    assertThat(isNews(at(30, 5, false), 2 * HOURS.freshFor(0))).as("nothing new").isFalse();
    assertThat(sent.newest("m")).isEqualTo(at(30, 5, false));
  }

  @Test
  void panesThatAreClosedAreNews() {
    isNews(at(10, 5, false), 0);
    Frontier closed = new Frontier(10L, 5L, Map.of("v1", HOUR), false, 10L);

    assertThat(isNews(closed, 1)).isTrue();
  }
}
