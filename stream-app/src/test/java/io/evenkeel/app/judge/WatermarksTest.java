package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.TestStores;
import io.evenkeel.app.judge.Watermarks.Watermark;
import io.evenkeel.schemas.internal.Frontier;
import io.evenkeel.schemas.internal.ModelFrontiers;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

class WatermarksTest {
  private static final Duration IDLE = Duration.ofSeconds(1);

  private final Watermarks watermarks =
      new Watermarks(TestStores.of(ModelFrontiers.class), 2, IDLE);

  private static Frontier at(long predictions, long labels) {
    return new Frontier(predictions, labels, Map.of(), false, predictions);
  }

  private static Frontier idleAt(long labels) {
    return new Frontier(labels, labels, Map.of(), true, 5L);
  }

  @Test
  void isNowhereWithAModelThatNobodyHasSeen() {
    assertThat(watermarks.watermark("m", "", 0)).isEqualTo(Watermark.NOWHERE);
  }

  @Test
  void isWhereTheSlowestSourcePartitionIs() {
    watermarks.reached("m", 0, at(50, 30));
    watermarks.reached("m", 1, at(40, 35));

    assertThat(watermarks.watermark("m", "", 0)).isEqualTo(new Watermark(40, 30, 30, 50, true));
  }

  @Test
  void keepsNothingOfAModelThatEveryPartitionHasLetGo() {
    KeyValueStore<String, ModelFrontiers> store = TestStores.of(ModelFrontiers.class);
    Watermarks all = new Watermarks(store, 2, IDLE);
    all.reached("m", 0, idleAt(30));
    all.reached("m", 1, at(40, 35));

    all.forget("m", 0);
    assertThat(all.watermark("m", "", 5000)).isEqualTo(Watermark.NOWHERE);
    assertThat(all.watermark("m", "", 6000)).isEqualTo(new Watermark(40, 35, 35, 40, false));
    all.forget("m", 1);

    assertThat(store.approximateNumEntries()).isZero();
    assertThat(all.watermark("m", "", 9000)).isEqualTo(Watermark.NOWHERE);
  }

  @Test
  void waitsForAPartitionThatHasNotBeenHeardOf() {
    watermarks.reached("m", 0, at(50, 30));

    assertThat(watermarks.watermark("m", "", 0)).isEqualTo(Watermark.NOWHERE);
    assertThat(watermarks.watermark("m", "", 999)).isEqualTo(Watermark.NOWHERE);
  }

  @Test
  void goesOnWithoutAPartitionThatIsNotHeardOfForTheIdleTimeout() {
    watermarks.reached("m", 0, at(50, 30));
    watermarks.watermark("m", "", 0);

    assertThat(watermarks.watermark("m", "", 1000)).isEqualTo(new Watermark(50, 30, 30, 50, false));
  }

  @Test
  void doesNotWaitForAnIdlePartitionWhileAnotherIsBusy() {
    watermarks.reached("m", 0, at(50, 30));
    watermarks.reached("m", 1, idleAt(10));

    assertThat(watermarks.watermark("m", "", 0)).isEqualTo(new Watermark(50, 30, 30, 50, false));
  }

  @Test
  void isWhereTheSlowestIsWhenAllAreIdle() {
    watermarks.reached("m", 0, idleAt(20));
    watermarks.reached("m", 1, idleAt(10));

    assertThat(watermarks.watermark("m", "", 0)).isEqualTo(new Watermark(10, 10, 10, 5, true));
  }

  @Test
  void waitsForPanesThatAPartitionHoldsOpenForTheirProfile() {
    watermarks.reached("m", 0, new Frontier(50L, 30L, Map.of("v1", 20L), false, 50L));
    watermarks.reached("m", 1, at(50, 30));

    assertThat(watermarks.watermark("m", "v1", 0).labels()).isEqualTo(20);
    assertThat(watermarks.watermark("m", "v1", 0).awaited()).isEqualTo(30);
    assertThat(watermarks.watermark("m", "v2", 0).labels()).isEqualTo(30);
  }
}
