package io.evenkeel.app.alertmanager;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Mutable: the alerts that are sent, again and again while they last.
 *
 * <p>Alertmanager knows an alert by all of its labels, and severity is one, since routes go by it.
 * So when the severity of a problem changes, the alert that was sent before is sent as over, beside
 * the one that takes its place.
 *
 * <p>To Alertmanager an alert begins when it is first known here, and not when the problem did. For
 * an alert that began before its {@code group_wait} Alertmanager waits for no other, and so would
 * send one that is withdrawn a moment later, because another explains it.
 */
final class OpenAlerts {
  private final Map<String, Told> open = new LinkedHashMap<>();
  private final Map<Identity, Told> over = new LinkedHashMap<>();

  /**
   * An alert as Alertmanager is told of it.
   *
   * @param since when it was known, by the clock
   * @param until when it was over, by the clock; null while it is open
   */
  record Told(Alert alert, Instant since, @Nullable Instant until) {}

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
  boolean accept(Alert alert, Instant now) {
    if (!isOpen(alert)) {
      return close(alert, now);
    }
    Told former = open.get(alert.getFingerprint());
    boolean isSame = former != null && Identity.of(former.alert).equals(Identity.of(alert));
    if (!isSame) {
      close(alert, now);
    }
    // Its end need not be told if it is open again before it was.
    Told again = isSame ? former : over.remove(Identity.of(alert));
    Instant since = again == null ? now : again.since;
    open.put(alert.getFingerprint(), new Told(alert, since, null));
    return !isSame;
  }

  private boolean close(Alert alert, Instant now) {
    Told former = open.remove(alert.getFingerprint());
    if (former == null) {
      return false;
    }
    Alert ended = Alert.newBuilder(alert).setSeverity(former.alert.getSeverity()).build();
    over.put(Identity.of(ended), new Told(ended, former.since, now));
    return true;
  }

  /**
   * The record of an alert was deleted.
   *
   * @return whether it was open
   */
  boolean forget(String fingerprint, Instant now) {
    Told former = open.get(fingerprint);
    return former != null && close(former.alert, now);
  }

  /** All that are open, and those that were over since {@link #sent}. */
  Collection<Told> toSend() {
    return Stream.concat(open.values().stream(), over.values().stream()).toList();
  }

  /** Notes that every Alertmanager has all. */
  void sent() {
    over.clear();
  }

  private static boolean isOpen(Alert alert) {
    return alert.getSilencedBy() == null
        && alert.getInhibitedBy() == null
        && (alert.getState() == AlertState.FIRING || alert.getState() == AlertState.NO_DATA);
  }
}
