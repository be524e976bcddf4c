package io.evenkeel.app.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.apache.kafka.streams.state.internals.WrappedStateStore;
import org.junit.jupiter.api.Test;

class WriteBackStoreTest {
  private static final long PLENTY = 1000;

  /** Of values that take a byte per character, as keys do. */
  private static KeyValueStore<String, String> store(long mostBytes) {
    KeyValueStore<String, String> store = builder(mostBytes).withLoggingDisabled().build();
    store.init(new MockProcessorContext<Void, Void>().getStateStoreContext(), store);
    return store;
  }

  private static StoreBuilder<KeyValueStore<String, String>> builder(long mostBytes) {
    return WriteBackStore.builder(
        Stores.keyValueStoreBuilder(
            Stores.inMemoryKeyValueStore("store"), Serdes.String(), Serdes.String()),
        mostBytes,
        String::length,
        value -> value.startsWith("later"));
  }

  @SuppressWarnings("unchecked")
  private static KeyValueStore<String, String> behind(KeyValueStore<String, String> store) {
    return (KeyValueStore<String, String>) ((WrappedStateStore<?, ?, ?>) store).wrapped();
  }

  private static void flush(KeyValueStore<String, String> store) {
    ((CachedStateStore<?, ?>) store).flushCache();
  }

  private static List<String> keys(KeyValueIterator<String, String> entries) {
    List<String> keys = new ArrayList<>();
    try (entries) {
      entries.forEachRemaining(entry -> keys.add(entry.key + "=" + entry.value));
    }
    return keys;
  }

  @Test
  void writesWhatChangedWhenItIsFlushed() {
    KeyValueStore<String, String> store = store(PLENTY);
    store.put("a", "1");
    store.put("a", "2");

    assertThat(store.get("a")).isEqualTo("2");
    assertThat(behind(store).get("a")).isNull();

    flush(store);

    assertThat(behind(store).get("a")).isEqualTo("2");
  }

  @Test
  void writesWhatWaitsWhenItWaitsNoLonger() {
    KeyValueStore<String, String> store = store(PLENTY);
    store.put("a", "later 1");
    flush(store);

    assertThat(store.get("a")).isEqualTo("later 1");
    assertThat(behind(store).get("a")).isNull();

    store.put("a", "2");
    store.put("a", "later 3");
    flush(store);

    assertThat(behind(store).get("a")).isEqualTo("later 3");
  }

  @Test
  void writesWhatWaitsBeforeItIsForgottenOrLookedThrough() {
    KeyValueStore<String, String> store = store(18);
    store.put("a", "later 1");
    store.put("b", "later 2");
    flush(store);
    store.put("c", "later 3");

    assertThat(behind(store).get("a")).isEqualTo("later 1");
    assertThat(behind(store).get("b")).isNull();
    assertThat(keys(store.all())).containsExactly("a=later 1", "b=later 2", "c=later 3");
  }

  @Test
  void deletesWhenItIsFlushed() {
    KeyValueStore<String, String> store = store(PLENTY);
    store.put("a", "1");
    flush(store);

    assertThat(store.delete("a")).isEqualTo("1");

    assertThat(store.get("a")).isNull();
    assertThat(behind(store).get("a")).isEqualTo("1");
    flush(store);
    assertThat(behind(store).get("a")).isNull();
  }

  @Test
  void findsWhatWasThereBefore() {
    KeyValueStore<String, String> store = store(PLENTY);
    behind(store).put("b", "1");

    assertThat(store.get("a")).isNull();
    assertThat(store.get("b")).isEqualTo("1");
    assertThat(store.get("c")).isNull();
  }

  @Test
  void findsWhatCameAfterAllOthersAndIsNotHeld() {
    KeyValueStore<String, String> store = store(0);
    assertThat(store.get("a")).isNull();

    store.put("b", "1");
    assertThat(store.get("b")).isEqualTo("1");
    store.put("c", "2");
    store.put("c", null);
    store.put("\uffff", "3");
    store.put(Character.toString(0x10000), "4");

    assertThat(store.get("b")).isEqualTo("1");
    assertThat(store.get("c")).isNull();
    assertThat(store.get("\uffff")).isEqualTo("3");
    assertThat(store.get(Character.toString(0x10000))).isEqualTo("4");
  }

  @Test
  void handsOutTheValueItselfUntilItIsForgotten() {
    KeyValueStore<String, String> store = store(PLENTY);
    behind(store).put("a", "1");

    assertThat(store.get("a")).isSameAs(store.get("a"));
  }

  @Test
  void writesAndForgetsWhatWasNotUsedForLongestWhenThereIsTooMuch() {
    KeyValueStore<String, String> store = store(4);
    store.put("a", "1");
    store.put("b", "2");
    store.get("a");

    store.put("c", "3");

    assertThat(behind(store).get("a")).isNull();
    assertThat(behind(store).get("b")).isEqualTo("2");
    assertThat(store.get("b")).isEqualTo("2");
  }

  @Test
  void writesAtOnceWithoutMemory() {
    KeyValueStore<String, String> store = store(0);

    store.put("a", "1");
    assertThat(behind(store).get("a")).isEqualTo("1");
    store.put("a", "2");
    assertThat(behind(store).get("a")).isEqualTo("2");
  }

  @Test
  void holdsNothingOfWhatItHasForgottenUntilTheNextCommit() {
    KeyValueStore<String, String> store = store(PLENTY);
    List<WeakReference<String>> values = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      String value = "value of " + i;
      values.add(new WeakReference<>(value));
      store.put("key " + i, value);
    }

    System.gc();

    assertThat(values.stream().filter(value -> value.get() != null)).hasSizeLessThan(150);
    flush(store);
    assertThat(behind(store).get("key 0")).isEqualTo("value of 0");
    assertThat(behind(store).get("key 499")).isEqualTo("value of 499");
  }

  @Test
  void countsAValueThatChangesOnce() {
    KeyValueStore<String, String> store = store(4);
    for (int i = 0; i < 10; i++) {
      store.put("a", Integer.toString(i));
      store.put("b", Integer.toString(i));
    }

    assertThat(behind(store).get("a")).isNull();
    assertThat(behind(store).get("b")).isNull();
  }

  @Test
  void walksThroughWhatChanged() {
    KeyValueStore<String, String> store = store(PLENTY);
    store.put("a1", "1");
    store.put("a2", "2");
    store.put("b1", "3");

    assertThat(keys(store.all())).containsExactly("a1=1", "a2=2", "b1=3");
    store.put("a3", "4");
    store.put("a1", null);
    assertThat(keys(store.prefixScan("a", new StringSerializer()))).containsExactly("a2=2", "a3=4");
    store.put("a2", "5");
    assertThat(keys(store.range("a2", "a3"))).containsExactly("a2=5", "a3=4");
    store.put("a2", "6");
    assertThat(keys(store.reverseRange("a2", "a3"))).containsExactly("a3=4", "a2=6");
    store.put("c", "7");
    assertThat(keys(store.reverseAll())).containsExactly("c=7", "b1=3", "a3=4", "a2=6");
  }

  @Test
  void putsManyAndKeepsWhatThereIs() {
    KeyValueStore<String, String> store = store(PLENTY);

    store.putAll(List.of(KeyValue.pair("a", "1"), KeyValue.pair("b", "2")));

    assertThat(store.putIfAbsent("a", "3")).isEqualTo("1");
    assertThat(store.putIfAbsent("c", "4")).isNull();
    assertThat(keys(store.all())).containsExactly("a=1", "b=2", "c=4");
  }

  @Test
  void forgetsWhatWasNotCommittedWhenItIsClosed() {
    KeyValueStore<String, String> store = store(PLENTY);
    store.put("a", "1");
    KeyValueStore<String, String> behind = behind(store);

    store.close();
    store.init(new MockProcessorContext<Void, Void>().getStateStoreContext(), store);

    assertThat(store.get("a")).isNull();
    assertThat(behind.get("a")).isNull();
  }

  /** Kafka Streams must flush before it commits: this fails where it no longer does. */
  @Test
  void logsTheNewestValueOnceBeforeEachCommit() {
    StreamsBuilder builder = new StreamsBuilder();
    builder.addStateStore(builder(PLENTY).withLoggingEnabled(Map.of()));
    builder.stream("in", Consumed.with(Serdes.String(), Serdes.Integer()))
        .process(Counter::new, "store");
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:9092");
    try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), properties)) {
      var in = driver.createInputTopic("in", new StringSerializer(), new IntegerSerializer());
      in.pipeInput("a", 3);
      in.pipeInput("a", 2);

      var logged =
          driver.createOutputTopic(
              "app-store-changelog", new StringDeserializer(), new StringDeserializer());
      assertThat(logged.readKeyValuesToList())
          .containsExactly(KeyValue.pair("a", "3"), KeyValue.pair("a", "5"));
    }
  }

  /** Adds as many ones to its number as the record says. */
  private static final class Counter extends ContextualProcessor<String, Integer, Void, Void> {
    @Override
    public void process(Record<String, Integer> record) {
      KeyValueStore<String, String> store = context().getStateStore("store");
      for (int i = 0; i < record.value(); i++) {
        String known = store.get(record.key());
        int number = known == null ? 0 : Integer.parseInt(known);
        store.put(record.key(), Integer.toString(number + 1));
      }
    }
  }
}
