package io.evenkeel.app.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.state.SeriesKey;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

class SamplesTest {
  private static final PaneKey PANE = new PaneKey(SeriesKey.whole("m", ""), 0);
  private static final PaneKey NEXT = new PaneKey(SeriesKey.whole("m", ""), 10);
  private static final int SIZE = 4;
  private static final long SEED = 7;

  private final KeyValueStore<String, byte[]> store = store();
  private final Samples samples = new Samples(store);

  private static KeyValueStore<String, byte[]> store() {
    KeyValueStore<String, byte[]> store =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore("test"), Serdes.String(), Serdes.ByteArray())
            .withLoggingDisabled()
            .build();
    store.init(new MockProcessorContext<Void, Void>().getStateStoreContext(), store);
    return store;
  }

  private static void offer(Samples samples, PaneKey pane, int from, int to) {
    for (int i = from; i < to; i++) {
      samples.offer(pane, "id-" + i, new byte[] {(byte) i}, SIZE, SEED);
    }
  }

  @Test
  void keepsNoMoreThanItsSizeInTheStore() {
    offer(samples, PANE, 0, 50);

    assertThat(samples.of(PANE)).hasSize(SIZE);
    assertThat(store.approximateNumEntries()).isEqualTo(SIZE);
  }

  /** What belongs to an id, such as a prediction over ten thousand classes, is in the store. */
  @Test
  void remembersABoundedNumberOfIdsAndNothingElse() {
    int panes = 3 * Samples.MOST_REMEMBERED / 256;
    for (int pane = 0; pane < panes; pane++) {
      PaneKey key = new PaneKey(SeriesKey.whole("m", ""), pane);
      for (int i = 0; i < 256; i++) {
        samples.offer(key, "id-" + i, new byte[] {1}, 256, SEED);
      }
    }

    assertThat(samples.remembered())
        .isBetween(Samples.MOST_REMEMBERED - 256, Samples.MOST_REMEMBERED);
    assertThat(samples.of(new PaneKey(SeriesKey.whole("m", ""), 0))).hasSize(256);
  }

  @Test
  void keepsTheSameWhateverTheOrderAndWhateverComesTwice() {
    offer(samples, PANE, 25, 50);
    offer(samples, PANE, 0, 50);
    offer(samples, NEXT, 0, 50);

    assertThat(samples.of(PANE).keySet()).isEqualTo(samples.of(NEXT).keySet());
  }

  @Test
  void goesOnAfterARestartAsIfThereHadBeenNone() {
    offer(samples, PANE, 0, 50);
    offer(samples, NEXT, 0, 25);

    Samples restarted = new Samples(store);
    offer(restarted, NEXT, 25, 50);

    assertThat(restarted.of(NEXT).keySet()).isEqualTo(samples.of(PANE).keySet());
  }

  @Test
  void keepsWhatBelongsToAnIdAsItWas() {
    offer(samples, PANE, 3, 4);

    assertThat(samples.of(PANE)).containsOnlyKeys("id-3");
    assertThat(samples.of(PANE).get("id-3")).containsExactly(3);
  }

  @Test
  void forgetsThePaneThatIsClosedAndNoOther() {
    offer(samples, PANE, 0, 50);
    offer(samples, NEXT, 0, 50);

    samples.close(PANE);

    assertThat(samples.of(PANE)).isEmpty();
    assertThat(samples.of(NEXT)).hasSize(SIZE);
  }
}
