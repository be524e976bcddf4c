package io.evenkeel.app.alertmanager;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Mutable: the alerts that somebody must be told of, again and again while they last. */
final class OpenAlerts {
  private final Map<String, Alert> open = new LinkedHashMap<>();
  private final Map<String, Alert> resolved = new LinkedHashMap<>();

  /**
   * Takes the newest state of an alert. What was never open need not be told of.
   *
   * @return whether it opened or closed
   */
  boolean accept(Alert alert) {
    String fingerprint = alert.getFingerprint();
    if (isOpen(alert)) {
      resolved.remove(fingerprint);
      return open.put(fingerprint, alert) == null;
    }
    if (open.remove(fingerprint) == null) {
      return false;
    }
    resolved.put(fingerprint, alert);
    return true;
  }

  /** All that are open, and those that were resolved since {@link #told}. */
  Collection<Alert> toTell() {
    return Stream.concat(open.values().stream(), resolved.values().stream()).toList();
  }

  /** Notes that all was told. */
  void told() {
    resolved.clear();
  }

  static boolean isOpen(Alert alert) {
    return alert.getSilencedBy() == null
        && (alert.getState() == AlertState.FIRING || alert.getState() == AlertState.NO_DATA);
  }
}
