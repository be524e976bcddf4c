package io.evenkeel.app.judge;

import io.evenkeel.app.alert.DeadLettersAlert;
import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.Rule;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.internal.EventCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Says of which models many events cannot be used, from what all source partitions count: mutable.
 * The alerts outlive a restart, the counts do not.
 *
 * <p>An alert is raised when at least {@value #FEW} events of the last hour, and the share of the
 * setting, are dead letters. It ends when the share is below half of that in as many events as can
 * raise it, or in a whole hour. Until then it says what such counts say by now.
 */
final class DeadLetterShares {
  private static final long SPAN = Duration.ofHours(1).toMillis();
  private static final long INTERVAL = Duration.ofMinutes(1).toMillis();
  private static final int FEW = 10;

  private final AppConfig config;
  private final AlertPublisher alertPublisher;
  private final long startedAt;

  /** By model and source partition. */
  private final Map<String, Map<Integer, Heard>> heard = new HashMap<>();

  private long lookedAt;

  private record Heard(EventCounts events, long at) {}

  /**
   * Nothing has been heard yet.
   *
   * @param now wall-clock time, as everywhere here, milliseconds since 1970
   */
  DeadLetterShares(AppConfig config, AlertPublisher alertPublisher, long now) {
    this.config = config;
    this.alertPublisher = alertPublisher;
    this.startedAt = now;
    this.lookedAt = now;
  }

  /** Takes in what a source partition counted, in the place of what it said before. */
  void hear(String model, int partition, EventCounts events, long now) {
    heard.computeIfAbsent(model, key -> new HashMap<>()).put(partition, new Heard(events, now));
  }

  /** Raises and ends alerts, if that was not done within a minute. */
  void look(long now) {
    if (now - lookedAt < INTERVAL) {
      return;
    }
    lookedAt = now;
    heard.values().forEach(all -> all.values().removeIf(one -> now - one.at >= SPAN));
    heard.values().removeIf(Map::isEmpty);
    Set<String> models = new TreeSet<>(heard.keySet());
    alertPublisher.open(Rule.DEAD_LETTERS).forEach(alert -> models.add(alert.getModel()));
    models.forEach(model -> look(model, sum(model), now));
  }

  private EventCounts sum(String model) {
    long since = startedAt;
    long predictions = 0;
    long labels = 0;
    Map<String, Long> refused = new TreeMap<>();
    for (Heard one : heard.getOrDefault(model, Map.of()).values()) {
      since = Math.max(since, one.events.getSince());
      predictions += one.events.getPredictions();
      labels += one.events.getLabels();
      one.events.getRefused().forEach((reason, count) -> refused.merge(reason, count, Long::sum));
    }
    return new EventCounts(since, predictions, refused, labels);
  }

  private void look(String model, EventCounts events, long now) {
    AlertSettings settings = config.model(model).alert();
    Alert open = alertPublisher.open(DeadLettersAlert.fingerprint(model));
    long refused = DeadLettersAlert.refused(events);
    long all = refused + events.getPredictions() + events.getLabels();
    double limit = settings.deadLettersFrom() * all;
    boolean isOn = settings.rules().isOn(Rule.DEAD_LETTERS);
    boolean areMany = refused >= FEW && refused >= limit;
    if (open == null && isOn && areMany) {
      alertPublisher.announce(fires(model, events, now), now);
    } else if (open != null && !isOn) {
      alertPublisher.end(open.getFingerprint(), now, "the rule dead-letters is off", now);
    } else if (open != null && isEnough(limit, events, now) && refused <= limit / 2) {
      alertPublisher.announce(DeadLettersAlert.ended(open, events, Instant.ofEpochMilli(now)), now);
    } else if (open != null && (areMany || isEnough(limit, events, now))) {
      alertPublisher.announce(DeadLettersAlert.goesOn(open, fires(model, events, now)), now);
    }
  }

  private Alert fires(String model, EventCounts events, long now) {
    String topic = config.topics().deadLetters();
    Instant time = Instant.ofEpochMilli(now);
    return DeadLettersAlert.began(model, events, config.model(model), topic, time);
  }

  /** Whether as many events as can raise the alert were heard of, or all of a whole hour. */
  private static boolean isEnough(double limit, EventCounts events, long now) {
    return limit >= FEW || now - events.getSince() >= SPAN;
  }
}
