package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.judge.Watermarks.Watermark;
import io.evenkeel.app.state.SeriesKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private static final SeriesKey SERIES = SeriesKey.whole("m", "1");
  private static final Watermark SOMEWHERE = new Watermark(50, 30, 30, 50, true);

  private final Schedule schedule = new Schedule(true, Room.ofHeap());

  @AfterEach
  void close() {
    schedule.close();
  }

  private List<SeriesKey> due(Set<String> moved, Watermark watermark) {
    List<SeriesKey> due = new ArrayList<>();
    schedule.forEachDue(moved, key -> watermark, 0, due::add);
    return due;
  }

  @Test
  void aSeriesIsDueOnceEventTimeHasReachedItsTime() {
    schedule.put(SERIES, new Due(40, Long.MAX_VALUE));

    assertThat(due(Set.of("m"), SOMEWHERE)).isEmpty();
    assertThat(due(Set.of("m"), new Watermark(50, 30, 40, 50, true))).containsExactly(SERIES);
  }

  @Test
  void aSeriesWithoutAWatermarkWaitsForOneAndNotForAPartial() {
    schedule.awaitWatermark(SERIES);

    assertThat(due(Set.of("m"), Watermark.NOWHERE)).isEmpty();
    assertThat(due(Set.of(), Watermark.NOWHERE)).isEmpty();
    assertThat(due(Set.of(), SOMEWHERE)).containsExactly(SERIES);
    assertThat(due(Set.of("m"), SOMEWHERE)).isEmpty();
  }

  @Test
  void aForgottenSeriesIsNeverDue() {
    schedule.awaitWatermark(SERIES);
    schedule.put(SERIES, new Due(0, 0));

    schedule.forget(SERIES);

    assertThat(due(Set.of("m"), SOMEWHERE)).isEmpty();
  }
}
