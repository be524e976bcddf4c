package io.evenkeel.app.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SurroundingsTest {

  static Throwable[] ofData() {
    return new Throwable[] {
      new IllegalArgumentException("NaN"),
      new StackOverflowError(),
      new SerializationException("cannot read"),
      new IllegalStateException(new SerializationException("cannot read"))
    };
  }

  static Throwable[] notOfData() {
    return new Throwable[] {
      new ProcessorStateException("RocksDB"),
      new InvalidStateStoreException("closed"),
      new TaskMigratedException("fenced"),
      new RecordTooLargeException("too large"),
      new RuntimeException(new ProcessorStateException("RocksDB"))
    };
  }

  @ParameterizedTest
  @MethodSource("ofData")
  void blamesWhatWasWorkedOn(Throwable failure) {
    assertThat(Surroundings.failed(failure)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("notOfData")
  void doesNotBlameItForBrokersStoresAndThreads(Throwable failure) {
    assertThat(Surroundings.failed(failure)).isTrue();
  }
}
