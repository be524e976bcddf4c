package io.evenkeel.app.alertmanager;

import io.evenkeel.app.config.AlertmanagerSettings;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mutable, for one thread: sends what is open to every Alertmanager, and counts how that went. */
final class AlertSender {
  private static final Logger LOGGER = LoggerFactory.getLogger(AlertSender.class);

  /** As Prometheus: an alert that was not sent four times in a row is over. */
  private static final int LIFETIMES = 4;

  private static final Duration RETRY = Duration.ofSeconds(10);

  private final List<AlertmanagerClient> clients;
  private final Duration resend;
  private final Metrics metrics;
  private Instant due = Instant.MIN;

  /** Whether an Alertmanager took what was sent last. */
  private boolean isTaken = true;

  AlertSender(AlertmanagerSettings settings, Metrics metrics) {
    this.clients =
        settings.urls().stream()
            .map(url -> new AlertmanagerClient(URI.create(url), settings))
            .toList();
    this.resend = settings.resendInterval();
    this.metrics = metrics;
  }

  /**
   * Sends the alerts if there are news, or it is time again.
   *
   * @return whether an Alertmanager has all that was due
   */
  boolean send(List<OpenAlerts> alerts, boolean news) throws InterruptedException {
    Instant now = Instant.now();
    if (!news && now.isBefore(due)) {
      return isTaken;
    }
    List<OpenAlerts.Told> all = alerts.stream().flatMap(part -> part.toSend().stream()).toList();
    isTaken = all.isEmpty();
    boolean isSent = true;
    for (AlertmanagerClient client : clients) {
      boolean took = all.isEmpty() || post(client, all);
      isTaken |= took;
      isSent &= took;
    }
    if (isSent) {
      alerts.forEach(OpenAlerts::sent);
    }
    due = now.plus(isSent || resend.compareTo(RETRY) < 0 ? resend : RETRY);
    return isTaken;
  }

  private boolean post(AlertmanagerClient client, List<OpenAlerts.Told> alerts)
      throws InterruptedException {
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
