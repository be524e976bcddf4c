package io.evenkeel.app.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.schemas.Comparison;
import io.evenkeel.schemas.Silence;
import io.evenkeel.schemas.internal.PairState;
import io.evenkeel.schemas.internal.ScoredCase;
import java.time.Duration;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PairProcessorTest {
  private final MockProcessorContext<String, SpecificRecord> context = new MockProcessorContext<>();
  private final KeyValueStore<String, PairState> pairs = store(StoreNames.PAIRS, PairState.class);
  private final Processor<String, ScoredCase, String, SpecificRecord> processor =
      PairProcessor.supplier(AppConfig.of(Map.of()), new Plan(0.01, Duration.ofHours(1))).get();

  private <T extends SpecificRecord> KeyValueStore<String, T> store(String name, Class<T> type) {
    KeyValueStore<String, T> store =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(name), Serdes.String(), RawAvroSerde.of(type))
            .withLoggingDisabled()
            .build();
    store.init(context.getStateStoreContext(), store);
    context.addStateStore(store);
    return store;
  }

  @BeforeEach
  void open() {
    context.setCurrentSystemTimeMs(0);
    context.setCurrentStreamTimeMs(0);
    store(StoreNames.OUTCOMES, ScoredCase.class);
    store(StoreNames.SILENCES, Silence.class);
    processor.init(context);
  }

  private void count(int cases) {
    for (int i = 0; i < cases; i++) {
      processor.process(new Record<>("pair", DrawnCases.scored(0), 0));
    }
  }

  /** Kafka Streams opens the same processor again, with the stores as they were before. */
  @Test
  void countsCasesOfATransactionThatWasGivenUpOnce() {
    count(3);
    pairs.delete("pair");
    processor.init(context);
    count(3);
    context.scheduledPunctuators().forEach(each -> each.getPunctuator().punctuate(1000));

    assertThat(context.forwarded()).isNotEmpty();
    assertThat(context.forwarded())
        .extracting(each -> ((Comparison) each.record().value()).getN())
        .containsOnly(3L);
  }
}
