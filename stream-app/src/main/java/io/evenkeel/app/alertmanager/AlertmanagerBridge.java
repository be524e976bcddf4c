package io.evenkeel.app.alertmanager;

import io.evenkeel.schemas.Alert;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mutable, for one thread: reads the topic of alerts and tells Alertmanagers of those that are
 * open, again and again, as Prometheus does, and once of those that were resolved.
 *
 * <p>It keeps nothing. After a start it reads the compacted topic anew before it tells anything,
 * and alerts that were resolved in the meantime run out at the Alertmanager by themselves.
 */
public final class AlertmanagerBridge {
  private static final Logger LOGGER = LoggerFactory.getLogger(AlertmanagerBridge.class);
  private static final Duration POLL = Duration.ofMillis(500);

  /** As Prometheus: an alert that was not told of four times in a row is over. */
  private static final int LIFETIMES = 4;

  private final Consumer<String, Object> consumer;
  private final List<AlertmanagerClient> clients;
  private final Duration resend;
  private final InstantSource clock;
  private final OpenAlerts alerts = new OpenAlerts();
  private Instant due = Instant.MIN;

  /**
   * A bridge that has not read anything yet.
   *
   * @param consumer that belongs to no group and reads committed records only
   * @param addresses of all Alertmanagers of a cluster, each of which is told everything
   * @param resend how often open alerts are told again
   */
  public AlertmanagerBridge(
      Consumer<String, Object> consumer,
      String topic,
      List<URI> addresses,
      Duration resend,
      InstantSource clock) {
    this.consumer = consumer;
    this.clients = addresses.stream().map(AlertmanagerClient::new).toList();
    this.resend = resend;
    this.clock = clock;
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    if (partitions.isEmpty()) {
      throw new IllegalStateException(
          "topic " + topic + " is missing; create it with 'evenkeel topics'");
    }
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Works until the thread is interrupted, which the consumer tells by its own exception. */
  public void run() throws InterruptedException {
    Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
    while (!reached(ends)) {
      read();
    }
    alerts.told();
    while (true) {
      Instant now = clock.instant();
      if (!now.isBefore(due)) {
        due = now.plus(resend);
        tell(now);
      }
      if (read()) {
        due = Instant.MIN;
      }
    }
  }

  private boolean reached(Map<TopicPartition, Long> offsets) {
    return offsets.entrySet().stream()
        .allMatch(offset -> consumer.position(offset.getKey()) >= offset.getValue());
  }

  private boolean read() {
    boolean news = false;
    for (ConsumerRecord<String, Object> record : consumer.poll(POLL)) {
      news |= record.value() instanceof Alert alert && alerts.accept(alert);
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
