package io.evenkeel.app.backtest;

import io.evenkeel.schemas.Alert;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Mutable: the changes of all alerts, whatever rule raised them. */
final class AlertLog {
  private final List<DatedAlert> changes = new ArrayList<>();
  private final Map<String, Alert> newest = new HashMap<>();

  /** Notes what was written of an alert; a mere sign that it still fires is no change. */
  void add(Instant at, Alert alert) {
    if (!alert.getRepeated()) {
      Alert former = newest.put(alert.getFingerprint(), alert);
      changes.add(new DatedAlert(at, change(former, alert), alert));
    }
  }

  /** The same alert once more says that it has become quiet or loud. */
  private static String change(@Nullable Alert former, Alert alert) {
    boolean isMark =
        former != null
            && former.getState() == alert.getState()
            && former.getChange() == alert.getChange()
            && former.getRaisedAt().equals(alert.getRaisedAt())
            && !(Objects.equals(former.getInhibitedBy(), alert.getInhibitedBy())
                && Objects.equals(former.getSilencedBy(), alert.getSilencedBy()));
    if (!isMark) {
      return alert.getChange().name().toLowerCase(Locale.ROOT);
    }
    if (alert.getInhibitedBy() != null) {
      return "inhibited";
    }
    return alert.getSilencedBy() != null ? "silenced" : "released";
  }

  List<DatedAlert> changes() {
    return List.copyOf(changes);
  }
}
