package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.TestStores;
import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.LimitSettings;
import io.evenkeel.app.config.RequestSize;
import io.evenkeel.app.judge.Watermarks.Watermark;
import io.evenkeel.schemas.internal.Frontier;
import io.evenkeel.schemas.internal.ModelFrontiers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.streams.state.KeyValueIterator;
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
    watermarks.reached("m", 0, at(50, 30), 0);
    watermarks.reached("m", 1, at(40, 35), 0);

    assertThat(watermarks.watermark("m", "", 0)).isEqualTo(new Watermark(40, 30, 30, 50, true));
  }

  @Test
  void keepsNothingOfAModelThatEveryPartitionHasLetGo() {
    KeyValueStore<String, ModelFrontiers> store = TestStores.of(ModelFrontiers.class);
    Watermarks all = new Watermarks(store, 2, IDLE);
    all.reached("m", 0, idleAt(30), 0);
    all.reached("m", 1, at(40, 35), 0);

    all.forget("m", 0);
    assertThat(all.watermark("m", "", 5000)).isEqualTo(Watermark.NOWHERE);
    assertThat(all.watermark("m", "", 6000)).isEqualTo(new Watermark(40, 35, 35, 40, false));
    all.forget("m", 1);

    assertThat(store.approximateNumEntries()).isZero();
    assertThat(all.watermark("m", "", 9000)).isEqualTo(Watermark.NOWHERE);
  }

  @Test
  void isWhereTheSlowestOfManySourcePartitionsIs() {
    Watermarks many = new Watermarks(TestStores.of(ModelFrontiers.class), 200, IDLE);
    for (int partition = 0; partition < 200; partition++) {
      assertThat(many.watermark("m", "", 0)).isEqualTo(Watermark.NOWHERE);
      many.reached("m", partition, at(1000 - partition, 500 - partition), 0);
    }

    assertThat(many.watermark("m", "", 0)).isEqualTo(new Watermark(801, 301, 301, 1000, true));
    many.forget("m", 199);
    assertThat(many.watermark("m", "", 2000)).isEqualTo(new Watermark(802, 302, 302, 1000, false));
  }

  /** Whoever may write predictions can make up as many versions as the limit, with long names. */
  @Test
  void fitsIntoRecordsWithManyPartitionsAndVersions() {
    KeyValueStore<String, ModelFrontiers> store = TestStores.of(ModelFrontiers.class);
    Watermarks many = new Watermarks(store, 200, IDLE);
    LimitSettings limits = AppConfig.of(Map.of()).limits();
    Map<String, Long> versions = new HashMap<>();
    for (int i = 0; i < limits.versions(); i++) {
      versions.put("\u20ac".repeat(limits.text() - 5) + i, Long.MAX_VALUE);
    }
    for (int partition = 0; partition < 200; partition++) {
      many.reached("m", partition, new Frontier(1L, 1L, versions, false, 1L), 0);
    }

    int largest = 0;
    try (KeyValueIterator<String, ModelFrontiers> all = store.all()) {
      while (all.hasNext()) {
        ModelFrontiers value = all.next().value;
        byte[] bytes =
            RawAvroSerde.of(ModelFrontiers.class).serializer().serialize("frontiers", value);
        largest = Math.max(largest, bytes.length);
      }
    }
    assertThat(largest).isBetween(1_000_000, RequestSize.value(Map.of()));
  }

  @Test
  void waitsForAPartitionThatHasNotBeenHeardOf() {
    watermarks.reached("m", 0, at(50, 30), 0);

    assertThat(watermarks.watermark("m", "", 0)).isEqualTo(Watermark.NOWHERE);
    assertThat(watermarks.watermark("m", "", 999)).isEqualTo(Watermark.NOWHERE);
  }

  @Test
  void goesOnWithoutAPartitionThatIsNotHeardOfForTheIdleTimeout() {
    watermarks.reached("m", 0, at(50, 30), 0);
    watermarks.watermark("m", "", 0);

    assertThat(watermarks.watermark("m", "", 1000)).isEqualTo(new Watermark(50, 30, 30, 50, false));
  }

  @Test
  void doesNotWaitForAnIdlePartitionWhileAnotherIsBusy() {
    watermarks.reached("m", 0, at(50, 30), 0);
    watermarks.reached("m", 1, idleAt(10), 0);

    assertThat(watermarks.watermark("m", "", 0)).isEqualTo(new Watermark(50, 30, 30, 50, false));
  }

  @Test
  void doesNotFallBackToOneThatFellSilentBeforeWhenAllAreIdle() {
    watermarks.reached("m", 0, idleAt(20), 0);
    watermarks.reached("m", 1, idleAt(10), 0);
    assertThat(watermarks.watermark("m", "", 0)).isEqualTo(new Watermark(20, 20, 20, 5, false));

    watermarks.reached("m", 1, idleAt(20), 0);
    assertThat(watermarks.watermark("m", "", 0)).isEqualTo(new Watermark(20, 20, 20, 5, true));
  }

  @Test
  void waitsForPanesThatAPartitionHoldsOpenForTheirProfile() {
    watermarks.reached("m", 0, new Frontier(50L, 30L, Map.of("v1", 20L), false, 50L), 0);
    watermarks.reached("m", 1, at(50, 30), 0);

    assertThat(watermarks.watermark("m", "v1", 0).labels()).isEqualTo(20);
    assertThat(watermarks.watermark("m", "v1", 0).awaited()).isEqualTo(30);
    assertThat(watermarks.watermark("m", "v2", 0).labels()).isEqualTo(30);
  }

  /** What comes after an outage comes to all partitions, and one of them is read first. */
  @Test
  void waitsForTheOthersWhenTheFirstOfAllSpeaksAgain() {
    watermarks.reached("m", 0, idleAt(30), 0);
    watermarks.reached("m", 1, idleAt(20), 0);
    assertThat(watermarks.watermark("m", "", 5000).predictions()).isEqualTo(30);

    watermarks.reached("m", 1, at(700, 600), 5000);
    assertThat(watermarks.watermark("m", "", 5999).predictions()).isEqualTo(30);
    assertThat(watermarks.watermark("m", "", 5999).awaited()).isEqualTo(30);
    watermarks.reached("m", 0, at(40, 35), 5999);

    assertThat(watermarks.watermark("m", "", 9000).predictions()).isEqualTo(40);
  }

  @Test
  void waitsNoLongerForOneThatStaysIdle() {
    watermarks.reached("m", 0, idleAt(30), 0);
    watermarks.reached("m", 1, idleAt(20), 0);
    watermarks.reached("m", 1, at(700, 600), 5000);
    watermarks.reached("m", 1, at(800, 700), 5900);

    assertThat(watermarks.watermark("m", "", 5999).predictions()).isEqualTo(30);
    assertThat(watermarks.watermark("m", "", 6000).predictions()).isEqualTo(800);
  }

  /** Its partitions say nothing then: they do so where panes end. */
  @Test
  void saysThatTimeMayGoOnOnceItWaitsNoLonger() {
    watermarks.reached("m", 0, idleAt(30), 0);
    watermarks.reached("m", 1, idleAt(40), 0);
    watermarks.reached("m", 0, at(60, 50), 100);

    assertThat(watermarks.takeMoved(100)).containsExactly("m");
    assertThat(watermarks.takeMoved(1099)).isEmpty();
    assertThat(watermarks.takeMoved(1100)).containsExactly("m");
    assertThat(watermarks.takeMoved(5000)).isEmpty();
  }
}
