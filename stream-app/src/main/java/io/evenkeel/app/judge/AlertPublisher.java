package io.evenkeel.app.judge;

import io.evenkeel.app.alert.AlertLinks;
import io.evenkeel.app.alert.AlertRecords;
import io.evenkeel.app.alert.Silences;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.config.RuleSettings;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.Entries;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what is new of alerts, and those that fire again and again until they do not, as
 * Alertmanager expects: mutable, keeps alerts that are not over in a store. An alert that is
 * silenced, or explained by another, is not sent again; when that begins or ends, it is news.
 */
final class AlertPublisher {
  private static final Logger LOGGER = LoggerFactory.getLogger(AlertPublisher.class);

  private final KeyValueStore<String, Alert> store;
  private final AppConfig config;
  private final AlertLinks links;
  private final Metrics metrics;
  private final Silences silences;
  private final Inhibitions inhibitions;
  private final Consumer<Alert> out;

  /** Wall-clock time at which each alert that is not over was sent last, by fingerprint. */
  private final Map<String, Long> sentAt = new HashMap<>();

  /** What fires after a restart is sent again at once: when it was sent last is not known. */
  AlertPublisher(
      KeyValueStore<String, Alert> store,
      AppConfig config,
      Metrics metrics,
      Silences silences,
      Inhibitions inhibitions,
      Consumer<Alert> out) {
    this.store = store;
    this.config = config;
    this.links = new AlertLinks(config.http().publicUrl());
    this.metrics = metrics;
    this.silences = silences;
    this.inhibitions = inhibitions;
    this.out = out;
    Entries.forEach(
        store.all(),
        (fingerprint, alert) -> remember(alert, 0),
        fingerprint -> LOGGER.warn("event=unreadable alert={}", fingerprint));
  }

  /** Sends the news of an alert. What is no news waits until the alert is sent again. */
  void announce(Alert news, long now) {
    if (news.getRepeated()) {
      renew(news);
      return;
    }
    Alert former = stored(news.getFingerprint());
    if (former == null) {
      // Before it is stored, so that it explains none of them.
      inhibitions.outlived(news, this::open).toList().forEach(other -> announce(other, now));
    }
    Alert alert = inhibitions.mark(silences.mark(links.add(news), now), former, this::open);
    if (former != null) {
      Gauges.firing(metrics, former, false);
    }
    store.put(alert.getFingerprint(), alert.getState() == AlertState.RESOLVED ? null : alert);
    sentAt.remove(alert.getFingerprint());
    remember(alert, now);
    out.accept(alert);
    if (alert.getChange() == AlertChange.ENDED) {
      letWait(alert);
    }
  }

  /** No news of what an alert explained that is over now: it waits for panes of its own. */
  private void letWait(Alert over) {
    for (String fingerprint : List.copyOf(sentAt.keySet())) {
      Alert other = stored(fingerprint);
      if (other != null && Inhibitions.waitsAfter(over, other)) {
        Alert waiting = inhibitions.waiting(other, over);
        store.put(fingerprint, waiting);
        out.accept(Alert.newBuilder(waiting).setRepeated(true).build());
      }
    }
  }

  private void renew(Alert renewed) {
    Alert former = open(renewed.getFingerprint());
    if (former != null && former.getState() == renewed.getState()) {
      store.put(renewed.getFingerprint(), AlertRecords.renewed(former, links.add(renewed)));
    }
  }

  /** The newest event of an alert; null if it is not open. */
  @Nullable Alert open(String fingerprint) {
    return sentAt.containsKey(fingerprint) ? stored(fingerprint) : null;
  }

  /** What cannot be read is forgotten: if it still is a problem, the alert is raised again. */
  private @Nullable Alert stored(String fingerprint) {
    try {
      return store.get(fingerprint);
    } catch (SerializationException e) {
      LOGGER.warn("event=unreadable alert={} error={}", fingerprint, e.getMessage());
      // Unlike delete, this does not read what is there.
      store.put(fingerprint, null);
      sentAt.remove(fingerprint);
      return null;
    }
  }

  /** The newest events of the open alerts of a rule. */
  List<Alert> open(Rule rule) {
    return List.copyOf(sentAt.keySet()).stream()
        .map(this::stored)
        .filter(Objects::nonNull)
        .filter(alert -> alert.getRule().equals(rule.key()))
        .toList();
  }

  /**
   * Ends the alerts of a series that is judged no more, those that are open.
   *
   * @param at event time, milliseconds since 1970
   * @param why in words
   */
  void end(SeriesKey series, long at, String why, long now) {
    Stream.of(Rule.values())
        .filter(Rule::isOfSeries)
        .forEach(rule -> end(AlertRecords.fingerprint(series, rule), at, why, now));
  }

  /**
   * Ends the alerts that settings have put an end to, at the end of what alerts have counted.
   *
   * @param before what was remembered of the series
   * @param after the same without the alerts of rules that are off, and of faults that only panes
   *     have shown which other settings made
   */
  void endDropped(SeriesKey series, SeriesMemory before, SeriesMemory after, long now) {
    RuleSettings rules = config.model(series.model()).alert().rules();
    for (Rule rule : before.alerts().keySet()) {
      if (before.alert(rule).isOpen() && !after.alert(rule).isOpen()) {
        String why =
            rules.isOn(rule)
                ? "a setting was changed by which data are added up, so that the evidence starts"
                    + " from the beginning"
                : "the rule " + rule.key() + " was turned off in the settings";
        end(AlertRecords.fingerprint(series, rule), before.countedThrough(), why, now);
      }
    }
  }

  /** Ends an alert for another reason than that its rule says so, if it is open. */
  void end(String fingerprint, long at, String why, long now) {
    Alert open = open(fingerprint);
    if (open != null) {
      announce(AlertRecords.retired(open, Instant.ofEpochMilli(at), why), now);
    }
  }

  private void remember(Alert alert, long now) {
    if (alert.getState() != AlertState.RESOLVED) {
      sentAt.put(alert.getFingerprint(), now);
      Gauges.firing(metrics, alert, isLoud(alert));
    }
  }

  /** Whether it wants somebody: a problem that was found is not over because data stopped. */
  private static boolean isLoud(Alert alert) {
    boolean hidden = alert.getState() == AlertState.NO_DATA && alert.getStartsEarliest() != null;
    return (alert.getState() == AlertState.FIRING || hidden)
        && alert.getSilencedBy() == null
        && alert.getInhibitedBy() == null;
  }

  /** Sends again what still fires and has not been sent for a while. */
  void resend(long now) {
    OpenByModel models = inhibitions.look();
    for (String fingerprint : Set.copyOf(sentAt.keySet())) {
      Alert alert = stored(fingerprint);
      if (alert == null) {
        continue;
      }
      if (silences.isNews(alert, now) || inhibitions.isNews(alert, this::open, models)) {
        announce(alert, now);
        continue;
      }
      long interval = config.model(alert.getModel()).alert().resendInterval().toMillis();
      boolean fires = alert.getState() == AlertState.FIRING && isLoud(alert);
      if (fires && interval > 0 && now - sentAt.getOrDefault(fingerprint, 0L) >= interval) {
        sentAt.put(fingerprint, now);
        out.accept(Alert.newBuilder(alert).setRepeated(true).build());
      }
    }
  }

  /** Says nothing more of alerts that another instance may have taken over. */
  void close() {
    for (String fingerprint : List.copyOf(sentAt.keySet())) {
      Alert alert = stored(fingerprint);
      if (alert != null) {
        Gauges.firing(metrics, alert, false);
      }
    }
  }
}
