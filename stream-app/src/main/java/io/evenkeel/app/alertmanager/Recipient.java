package io.evenkeel.app.alertmanager;

import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mutable, for one thread: an Alertmanager, and what it has. Counts how sending went. */
final class Recipient {
  private static final Logger LOGGER = LoggerFactory.getLogger(Recipient.class);

  /** As Prometheus: an alert that was not sent four times in a row is over. */
  private static final int LIFETIMES = 4;

  private static final Duration RETRY = Duration.ofSeconds(10);

  private final AlertmanagerClient client;
  private final Duration resend;
  private final Metrics metrics;
  private Instant due = Instant.MIN;

  /** Whether it took what was sent last. */
  private boolean isTaken = true;

  /** Ends that it took, of those that it was given last. */
  private Set<OpenAlerts.Told> ended = Set.of();

  Recipient(AlertmanagerClient client, Duration resend, Metrics metrics) {
    this.client = client;
    this.resend = resend;
    this.metrics = metrics;
  }

  /**
   * Sends the alerts if there are news, or it is time again, without the ends that it took before.
   *
   * @return whether it has all that was due
   */
  boolean send(List<OpenAlerts.Told> alerts, boolean news) throws InterruptedException {
    Instant now = Instant.now();
    if (!news && now.isBefore(due)) {
      return isTaken;
    }
    List<OpenAlerts.Told> missing = alerts.stream().filter(told -> !ended.contains(told)).toList();
    if (missing.isEmpty()) {
      isTaken = true;
      return true;
    }
    isTaken = post(missing);
    if (isTaken) {
      ended =
          alerts.stream()
              .filter(told -> told.until() != null)
              .collect(Collectors.toUnmodifiableSet());
    }
    due = now.plus(isTaken || resend.compareTo(RETRY) < 0 ? resend : RETRY);
    return isTaken;
  }

  private boolean post(List<OpenAlerts.Told> alerts) throws InterruptedException {
    // One that hangs must not use up the life of what the next one is sent.
    Instant now = Instant.now();
    try {
      client.post(alerts, now.plus(resend.multipliedBy(LIFETIMES)));
    } catch (IOException e) {
      metrics.count(Instrument.ALERTMANAGER_FAILED, client.toString());
      LOGGER.warn("event=alertmanager url={} sent=false error={}", client, e.toString());
      return false;
    }
    metrics.count(Instrument.ALERTMANAGER_DELIVERED, client.toString());
    metrics.set(Instrument.ALERTMANAGER_LAST_SUCCESS, now.toEpochMilli() / 1e3, client.toString());
    return true;
  }
}
