package io.evenkeel.app.judge;

import io.evenkeel.app.alert.AlertRecords;
import io.evenkeel.app.alert.MonitorFailed;
import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.util.Objects;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Which open alert explains another, of which nobody needs to be told then: that of the whole model
 * those of its segments, and that of a model those of the models that it feeds. One that fires
 * explains all; one that misses data explains that others miss theirs.
 *
 * @param open the open alerts of all instances, silenced or inhibited ones, too
 */
public record Inhibitions(ReadOnlyKeyValueStore<String, Alert> open, AppConfig config) {

  /** Whether an alert may explain others: one about the monitor explains nothing of a model. */
  public static boolean mayExplain(Alert alert) {
    return !alert.getRule().equals(MonitorFailed.RULE)
        && (alert.getState() == AlertState.FIRING || alert.getState() == AlertState.NO_DATA);
  }

  /** The alert with the one that explains it, or without one. */
  Alert mark(Alert alert) {
    return Alert.newBuilder(alert).setInhibitedBy(inhibitor(alert)).build();
  }

  /** Whether what explains the alert has begun or ended since it was marked. */
  boolean isNews(Alert alert) {
    return !Objects.equals(inhibitor(alert), alert.getInhibitedBy());
  }

  private @Nullable String inhibitor(Alert alert) {
    AlertSettings settings = config.model(alert.getModel()).alert();
    if (alert.getState() == AlertState.RESOLVED || alert.getRule().equals(MonitorFailed.RULE)) {
      return null;
    }
    if (!alert.getSegment().isEmpty() && settings.inhibitSegments()) {
      SeriesKey whole = SeriesKey.whole(alert.getModel(), alert.getVersion());
      Alert inhibitor = open.get(AlertRecords.fingerprint(whole));
      if (inhibitor != null && explains(inhibitor, alert)) {
        return inhibitor.getFingerprint();
      }
    }
    return settings.inhibitedBy().isEmpty() ? null : upstream(alert, settings);
  }

  private @Nullable String upstream(Alert alert, AlertSettings settings) {
    try (KeyValueIterator<String, Alert> all = open.all()) {
      while (all.hasNext()) {
        Alert other = all.next().value;
        if (other.getSegment().isEmpty()
            && !other.getModel().equals(alert.getModel())
            && settings.inhibitedBy().contains(other.getModel())
            && explains(other, alert)) {
          return other.getFingerprint();
        }
      }
    }
    return null;
  }

  private static boolean explains(Alert inhibitor, Alert alert) {
    return inhibitor.getState() == AlertState.FIRING || alert.getState() == AlertState.NO_DATA;
  }
}
