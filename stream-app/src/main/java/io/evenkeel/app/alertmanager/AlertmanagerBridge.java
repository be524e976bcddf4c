package io.evenkeel.app.alertmanager;

import io.evenkeel.app.follow.TopicFollower;
import io.evenkeel.schemas.Alert;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.serialization.Deserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mutable, for one thread: reads the topic of alerts and tells Alertmanagers of those that are
 * open, again and again, as Prometheus does, and once of those that were resolved.
 *
 * <p>It keeps nothing. After a start it reads the compacted topic anew before it tells anything,
 * and alerts that were resolved in the meantime run out at the Alertmanager by themselves. What
 * keeps it from reading does not end it: what is open is told as long as it runs.
 */
public final class AlertmanagerBridge {
  private static final Logger LOGGER = LoggerFactory.getLogger(AlertmanagerBridge.class);
  private static final Duration WAIT = Duration.ofMillis(500);

  /** As Prometheus: an alert that was not told of four times in a row is over. */
  private static final int LIFETIMES = 4;

  private final TopicFollower<?> follower;
  private final BlockingQueue<Alert> arrived = new LinkedBlockingQueue<>();
  private final List<AlertmanagerClient> clients;
  private final Duration resend;
  private final OpenAlerts alerts = new OpenAlerts();
  private Instant due = Instant.MIN;

  /**
   * A bridge that has not read anything yet.
   *
   * @param kafka properties of Kafka clients
   * @param topic of alerts
   * @param addresses of all Alertmanagers of a cluster, each of which is told everything
   * @param resend how often open alerts are told again
   */
  public AlertmanagerBridge(
      Map<String, Object> kafka,
      String topic,
      Deserializer<?> deserializer,
      List<URI> addresses,
      Duration resend) {
    this.follower = new TopicFollower<>(kafka, List.of(topic), deserializer, this::arrive);
    this.clients = addresses.stream().map(AlertmanagerClient::new).toList();
    this.resend = resend;
  }

  /** Works until the thread is interrupted. */
  public void run() throws InterruptedException {
    try (follower) {
      follower.start();
      boolean complete;
      do {
        // Asked first: what came before the answer is in the queue by then.
        complete = follower.caughtUp();
        read();
      } while (!complete);
      alerts.told();
      while (true) {
        Instant now = Instant.now();
        if (!now.isBefore(due)) {
          due = now.plus(resend);
          tell(now);
        }
        if (read()) {
          due = Instant.MIN;
        }
      }
    }
  }

  private void arrive(Object value) {
    if (value instanceof Alert alert) {
      arrived.add(alert);
    }
  }

  /** Takes what has arrived, and waits a little for it. */
  private boolean read() throws InterruptedException {
    boolean news = false;
    Alert alert = arrived.poll(WAIT.toMillis(), TimeUnit.MILLISECONDS);
    while (alert != null) {
      news |= alerts.accept(alert);
      alert = arrived.poll();
    }
    return news;
  }

  private void tell(Instant now) throws InterruptedException {
    Collection<Alert> told = alerts.toTell();
    if (told.isEmpty()) {
      return;
    }
    boolean all = true;
    for (AlertmanagerClient client : clients) {
      try {
        client.post(told, now, now.plus(resend.multipliedBy(LIFETIMES)));
      } catch (IOException e) {
        all = false;
        LOGGER.warn("event=alertmanager url={} told=false error={}", client, e.toString());
      }
    }
    if (all) {
      alerts.told();
    }
  }
}
