package io.evenkeel.app.runtime;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.TopicNames;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Explains why the application stopped, for those cases in which something can be done.
 *
 * @param config the configuration
 * @param failing the record that it stopped at; null inside if it was none
 */
record StopReason(AppConfig config, AtomicReference<@Nullable RecordPlace> failing) {

  static StopReason of(AppConfig config) {
    return new StopReason(config, new AtomicReference<>());
  }

  /** The error that the application stopped with, or one that says what to do about it. */
  RuntimeException explain(RuntimeException failure) {
    StateFolder folder = StateFolder.of(config);
    Optional<String> damaged = folder.damagedTask(failure);
    if (damaged.isPresent()) {
      return new DamagedStateException(damaged.get(), folder, failure);
    }
    RecordPlace place = failing.get();
    if (place == null) {
      return failure;
    }
    TopicNames topics = config.topics();
    boolean isInput = Set.of(topics.predictions(), topics.labels()).contains(place.topic());
    return new StoppedByRecordException(place, isInput, failure);
  }
}
