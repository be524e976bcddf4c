package io.evenkeel.app.check;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.observe.LimitChecks;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * The models that are predicted for, and the versions of each that are not forgotten: mutable.
 *
 * <p>Partitions count as one. The application counts in each, but comes to see nearly all versions
 * in each, while a check may read little of it.
 */
final class SeenVersions {
  private final AppConfig config;
  private final LimitChecks limits;

  /** When the newest prediction was made, by model and version. */
  private final Map<String, Map<String, Long>> predicted = new HashMap<>();

  SeenVersions(AppConfig config, LimitChecks limits) {
    this.config = config;
    this.limits = limits;
  }

  /**
   * Makes sure that there is room for the version of a prediction.
   *
   * @throws io.evenkeel.app.codec.RejectedEventException if there is none
   */
  void checkRoom(PredictionEvent event) {
    Map<String, Long> versions = predicted.get(event.model());
    if (versions == null) {
      limits.roomForModel(event.model(), predicted.size());
    } else if (!versions.containsKey(event.version())) {
      forget(event.model(), versions);
      limits.roomForVersion(versions.size());
    }
  }

  private void forget(String model, Map<String, Long> versions) {
    long over = Collections.max(versions.values()) - config.model(model).forgetAfter().toMillis();
    versions.values().removeIf(newest -> newest <= over);
  }

  /** Notes a prediction for whose version there is room. */
  void add(PredictionEvent event) {
    predicted
        .computeIfAbsent(event.model(), first -> new HashMap<>())
        .merge(event.version(), event.madeAt(), Math::max);
  }
}
