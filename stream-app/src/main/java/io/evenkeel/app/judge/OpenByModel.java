package io.evenkeel.app.judge;

import io.evenkeel.schemas.Alert;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The open alerts of whole models, as they are when they are first asked for: for a look at many
 * alerts, as a store is read as a whole.
 */
final class OpenByModel {
  private final ReadOnlyKeyValueStore<String, Alert> open;
  private @Nullable Map<String, List<Alert>> byModel;

  OpenByModel(ReadOnlyKeyValueStore<String, Alert> open) {
    this.open = open;
  }

  /** Those of a model, of any version and rule. */
  List<Alert> of(String model) {
    if (byModel == null) {
      byModel = read();
    }
    return byModel.getOrDefault(model, List.of());
  }

  private Map<String, List<Alert>> read() {
    Map<String, List<Alert>> alerts = new HashMap<>();
    try (KeyValueIterator<String, Alert> all = open.all()) {
      while (all.hasNext()) {
        Alert alert = all.next().value;
        if (alert.getSegment().isEmpty()) {
          alerts.computeIfAbsent(alert.getModel(), any -> new ArrayList<>()).add(alert);
        }
      }
    }
    return alerts;
  }
}
