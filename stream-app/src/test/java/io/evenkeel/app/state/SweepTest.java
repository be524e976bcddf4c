package io.evenkeel.app.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.TestStores;
import io.evenkeel.schemas.internal.ModelClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

class SweepTest {

  @Test
  void looksAtEveryEntryOnceInBoundedSteps() {
    KeyValueStore<String, ModelClock> store = TestStores.of(ModelClock.class);
    for (int i = 0; i < 10; i++) {
      store.put("k" + i, new ModelClock((long) i, 0L, null, 0L, 0L, Map.of()));
    }
    Sweep<ModelClock> sweep = new Sweep<>(store, 4);
    List<String> seen = new ArrayList<>();
    List<Boolean> ends = new ArrayList<>();

    for (int i = 0; i < 3; i++) {
      ends.add(
          sweep.go(
              (key, clock) -> {
                seen.add(key);
                return clock.getPredictions() % 2 == 0;
              }));
    }

    assertThat(seen).hasSize(10).doesNotHaveDuplicates();
    assertThat(ends).containsExactly(false, false, true);
    assertThat(store.approximateNumEntries()).isEqualTo(5);
  }
}
