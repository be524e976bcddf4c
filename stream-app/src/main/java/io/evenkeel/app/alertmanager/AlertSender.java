package io.evenkeel.app.alertmanager;

import io.evenkeel.app.config.AlertmanagerSettings;
import io.evenkeel.app.metrics.Metrics;
import java.net.URI;
import java.util.List;

/** Mutable, for one thread: sends what is open to every Alertmanager. */
final class AlertSender {
  private final List<Recipient> recipients;

  AlertSender(AlertmanagerSettings settings, Metrics metrics) {
    this.recipients =
        settings.urls().stream()
            .map(url -> new AlertmanagerClient(URI.create(url), settings))
            .map(client -> new Recipient(client, settings.resendInterval(), metrics))
            .toList();
  }

  /**
   * Sends the alerts to each Alertmanager if there are news, or it is time again for that one.
   *
   * @return whether an Alertmanager has all that was due
   */
  boolean send(List<OpenAlerts> alerts, boolean news) throws InterruptedException {
    List<OpenAlerts.Told> all = alerts.stream().flatMap(part -> part.toSend().stream()).toList();
    boolean isTaken = false;
    boolean isTakenByAll = true;
    for (Recipient recipient : recipients) {
      boolean took = recipient.send(all, news);
      isTaken |= took;
      isTakenByAll &= took;
    }
    if (isTakenByAll) {
      alerts.forEach(OpenAlerts::sent);
    }
    return isTaken;
  }
}
