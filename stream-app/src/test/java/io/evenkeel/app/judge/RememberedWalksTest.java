package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RememberedWalksTest {
  private static final SeriesKey CHURN = SeriesKey.whole("churn", "");
  private static final SeriesKey FRAUD = SeriesKey.whole("fraud", "");

  /** For one walk. */
  private final Room room = new Room(64 << 10);

  private final RememberedWalks walks = new RememberedWalks(room);
  private final MonitorWalk.Reached reached =
      new MonitorWalk.Reached(
          SeriesMonitor.at(
              SeriesMonitor.State.NONE,
              AppConfig.of(Map.of()).model("churn"),
              Tolerance.within(0.01)),
          new TreeMap<>(),
          0);

  @Test
  void areTakenOnce() {
    walks.put(CHURN, reached);

    assertThat(walks.take(CHURN)).isSameAs(reached);
    assertThat(walks.take(CHURN)).isNull();
  }

  @Test
  void areAsManyAsThereIsRoomForInAllTasks() {
    RememberedWalks ofAnotherTask = new RememberedWalks(room);
    walks.put(CHURN, reached);
    ofAnotherTask.put(FRAUD, reached);
    assertThat(ofAnotherTask.take(FRAUD)).isNull();

    walks.take(CHURN);
    ofAnotherTask.put(FRAUD, reached);
    assertThat(ofAnotherTask.take(FRAUD)).isSameAs(reached);
  }

  @Test
  void takeNoMoreRoomWhenTheyAreReplaced() {
    walks.put(CHURN, reached);
    walks.put(CHURN, reached);

    assertThat(walks.take(CHURN)).isSameAs(reached);
    assertThat(room.take(64 << 10)).isTrue();
  }

  @Test
  void giveTheirRoomBackInTheEnd() {
    walks.put(CHURN, reached);
    walks.close();

    assertThat(room.take(64 << 10)).isTrue();
  }
}
