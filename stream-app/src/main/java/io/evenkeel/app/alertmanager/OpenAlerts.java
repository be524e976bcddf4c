package io.evenkeel.app.alertmanager;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Mutable: the alerts that are sent, again and again while they last.
 *
 * <p>Alertmanager knows an alert by all of its labels, and severity is one, since routes go by it.
 * So when the severity of a problem changes, the alert that was sent before is sent as over, beside
 * the one that takes its place.
 */
final class OpenAlerts {
  private final Map<String, Alert> open = new LinkedHashMap<>();
  private final Map<Identity, Alert> over = new LinkedHashMap<>();

  private record Identity(String fingerprint, Severity severity) {
    static Identity of(Alert alert) {
      return new Identity(alert.getFingerprint(), alert.getSeverity());
    }
  }

  /**
   * Takes the newest state of an alert. What was never open need not be sent.
   *
   * @return whether it opened, closed or became another to Alertmanager
   */
  boolean accept(Alert alert) {
    Alert former =
        isOpen(alert)
            ? open.put(alert.getFingerprint(), alert)
            : open.remove(alert.getFingerprint());
    if (isOpen(alert)) {
      over.remove(Identity.of(alert));
    }
    boolean same =
        isOpen(alert) && former != null && Identity.of(former).equals(Identity.of(alert));
    if (former != null && !same) {
      over.put(Identity.of(former), ended(former, alert));
    }
    return isOpen(alert) ? !same : former != null;
  }

  private static Alert ended(Alert former, Alert alert) {
    return Alert.newBuilder(alert)
        .setState(AlertState.RESOLVED)
        .setSeverity(former.getSeverity())
        .setEndsAt(alert.getUpdatedAt())
        .build();
  }

  /** All that are open, and those that were over since {@link #sent}. */
  Collection<Alert> toSend() {
    return Stream.concat(open.values().stream(), over.values().stream()).toList();
  }

  /** Notes that all was sent. */
  void sent() {
    over.clear();
  }

  static boolean isOpen(Alert alert) {
    return alert.getSilencedBy() == null
        && alert.getInhibitedBy() == null
        && (alert.getState() == AlertState.FIRING || alert.getState() == AlertState.NO_DATA);
  }
}
