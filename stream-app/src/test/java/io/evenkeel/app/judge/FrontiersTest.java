package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.TestStores;
import io.evenkeel.app.judge.Frontiers.Reach;
import io.evenkeel.schemas.internal.Frontier;
import io.evenkeel.schemas.internal.ModelFrontiers;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

class FrontiersTest {
  private static final Duration IDLE = Duration.ofSeconds(1);

  private final Frontiers frontiers = new Frontiers(TestStores.of(ModelFrontiers.class), 2, IDLE);

  private static Frontier at(long predictions, long labels) {
    return new Frontier(predictions, labels, Map.of(), false, predictions);
  }

  private static Frontier idleAt(long labels) {
    return new Frontier(labels, labels, Map.of(), true, 5L);
  }

  @Test
  void isNowhereWithAModelThatNobodyHasSeen() {
    assertThat(frontiers.reach("m", "", 0)).isEqualTo(Reach.NOWHERE);
  }

  @Test
  void isWhereTheSlowestSourcePartitionIs() {
    frontiers.reached("m", 0, at(50, 30));
    frontiers.reached("m", 1, at(40, 35));

    assertThat(frontiers.reach("m", "", 0)).isEqualTo(new Reach(40, 30, 30, 50, true));
  }

  @Test
  void keepsNothingOfAModelThatEveryPartitionHasLetGo() {
    KeyValueStore<String, ModelFrontiers> store = TestStores.of(ModelFrontiers.class);
    Frontiers all = new Frontiers(store, 2, IDLE);
    all.reached("m", 0, idleAt(30));
    all.reached("m", 1, at(40, 35));

    all.forget("m", 0);
    assertThat(all.reach("m", "", 5000)).isEqualTo(Reach.NOWHERE);
    assertThat(all.reach("m", "", 6000)).isEqualTo(new Reach(40, 35, 35, 40, false));
    all.forget("m", 1);

    assertThat(store.approximateNumEntries()).isZero();
    assertThat(all.reach("m", "", 9000)).isEqualTo(Reach.NOWHERE);
  }

  @Test
  void waitsForAPartitionThatHasNotBeenHeardOf() {
    frontiers.reached("m", 0, at(50, 30));

    assertThat(frontiers.reach("m", "", 0)).isEqualTo(Reach.NOWHERE);
    assertThat(frontiers.reach("m", "", 999)).isEqualTo(Reach.NOWHERE);
  }

  @Test
  void goesOnWithoutAPartitionThatIsNotHeardOfForTheIdleTimeout() {
    frontiers.reached("m", 0, at(50, 30));
    frontiers.reach("m", "", 0);

    assertThat(frontiers.reach("m", "", 1000)).isEqualTo(new Reach(50, 30, 30, 50, false));
  }

  @Test
  void doesNotWaitForAnIdlePartitionWhileAnotherIsBusy() {
    frontiers.reached("m", 0, at(50, 30));
    frontiers.reached("m", 1, idleAt(10));

    assertThat(frontiers.reach("m", "", 0)).isEqualTo(new Reach(50, 30, 30, 50, false));
  }

  @Test
  void isWhereTheSlowestIsWhenAllAreIdle() {
    frontiers.reached("m", 0, idleAt(20));
    frontiers.reached("m", 1, idleAt(10));

    assertThat(frontiers.reach("m", "", 0)).isEqualTo(new Reach(10, 10, 10, 5, true));
  }

  @Test
  void waitsForPanesThatAPartitionHoldsOpenForTheirProfile() {
    frontiers.reached("m", 0, new Frontier(50L, 30L, Map.of("v1", 20L), false, 50L));
    frontiers.reached("m", 1, at(50, 30));

    assertThat(frontiers.reach("m", "v1", 0).labels()).isEqualTo(20);
    assertThat(frontiers.reach("m", "v1", 0).awaited()).isEqualTo(30);
    assertThat(frontiers.reach("m", "v2", 0).labels()).isEqualTo(30);
  }
}
