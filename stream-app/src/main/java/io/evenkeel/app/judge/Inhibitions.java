package io.evenkeel.app.judge;

import io.evenkeel.app.alert.AlertRecords;
import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import java.util.Objects;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Which open alert explains another, which is not sent then: that of the whole model those of its
 * segments by the same rule, and that of a model those of the models that it feeds. One that fires
 * explains all that are no louder; one that misses data explains that others miss theirs.
 *
 * @param open the open alerts of all instances, silenced or inhibited ones, too
 */
public record Inhibitions(ReadOnlyKeyValueStore<String, Alert> open, AppConfig config) {

  /** Whether an alert may explain others: one about events or the monitor explains nothing. */
  public static boolean mayExplain(Alert alert) {
    return rule(alert).isOfPanes()
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
    if (alert.getState() == AlertState.RESOLVED || !rule(alert).isOfPanes()) {
      return null;
    }
    if (!alert.getSegment().isEmpty() && settings.inhibitSegments()) {
      SeriesKey whole = SeriesKey.whole(alert.getModel(), alert.getVersion());
      Alert inhibitor = open.get(AlertRecords.fingerprint(whole, rule(alert)));
      if (inhibitor != null && explains(inhibitor, alert)) {
        return inhibitor.getFingerprint();
      }
    }
    return settings.inhibitedBy().isEmpty() ? null : upstream(alert, settings);
  }

  private static Rule rule(Alert alert) {
    return Rule.of(alert.getRule()).orElse(Rule.MISCALIBRATION);
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
    boolean speaksAsLoud = inhibitor.getSeverity() != Severity.INFO || isInfo(alert);
    return speaksAsLoud
        && (inhibitor.getState() == AlertState.FIRING || alert.getState() == AlertState.NO_DATA);
  }

  private static boolean isInfo(Alert alert) {
    return alert.getSeverity() == Severity.INFO;
  }
}
