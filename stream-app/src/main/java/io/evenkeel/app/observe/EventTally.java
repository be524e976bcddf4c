package io.evenkeel.app.observe;

import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.LimitSettings;
import io.evenkeel.schemas.internal.EventCounts;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Counts, by model and wall clock, the predictions of the last hour that were taken in and the
 * events that became dead letters: mutable, in memory, so that after a restart the hour begins
 * again. Of models that are not known there may be many names, of which as many are counted as
 * there may be models; those that are known always are.
 */
final class EventTally {
  /** How long events count. */
  private static final long SPAN = Duration.ofHours(1).toMillis();

  private static final long STEP = Duration.ofMinutes(5).toMillis();
  private static final long INTERVAL = Duration.ofMinutes(1).toMillis();

  private final LimitSettings limits;
  private final Predicate<String> isKnown;
  private final long startedAt;
  private final Map<String, Deque<Slot>> models = new HashMap<>();

  /** Those of the models that were not known when they came. */
  private final Set<String> strangers = new HashSet<>();

  private long publishedAt;

  /** The events of a few minutes. */
  private static final class Slot {
    private final long end;
    private final Map<String, Long> refused = new TreeMap<>();
    private long predictions;
    private long labels;

    private Slot(long end) {
      this.end = end;
    }
  }

  /**
   * A tally of nothing.
   *
   * @param isKnown whether a model is in the settings or has had a prediction
   * @param now wall-clock time, as everywhere here, milliseconds since 1970
   */
  EventTally(LimitSettings limits, Predicate<String> isKnown, long now) {
    this.limits = limits;
    this.isKnown = isKnown;
    this.startedAt = now;
    this.publishedAt = now;
  }

  /** Counts a prediction that was taken in. */
  void taken(String model, long now) {
    Slot slot = slot(model, now);
    if (slot != null) {
      slot.predictions++;
    }
  }

  /** Counts a label that was taken in for a prediction of the model. */
  void labelled(String model, long now) {
    Slot slot = slot(model, now);
    if (slot != null) {
      slot.labels++;
    }
  }

  /**
   * Counts an event that becomes a dead letter, if it is known of which model it is and a model can
   * have that name.
   */
  void refused(RejectedEventException cause, long now) {
    String model = cause.model();
    Slot slot = model.isEmpty() || !limits.takes(model) ? null : slot(model, now);
    if (slot != null) {
      slot.refused.merge(cause.reason().code(), 1L, Long::sum);
    }
  }

  private @Nullable Slot slot(String model, long now) {
    Deque<Slot> slots = models.get(model);
    if (slots == null) {
      if (!isKnown.test(model)) {
        if (strangers.size() >= limits.models()) {
          return null;
        }
        strangers.add(model);
      }
      slots = new ArrayDeque<>();
      models.put(model, slots);
    }
    Slot newest = slots.peekLast();
    if (newest == null || newest.end <= now) {
      newest = new Slot(now + STEP);
      slots.add(newest);
    }
    return newest;
  }

  /**
   * Hands over the counts of each model, those of nothing once, if that was not done within a
   * minute.
   */
  void publish(long now, BiConsumer<String, EventCounts> counts) {
    if (now - publishedAt < INTERVAL) {
      return;
    }
    publishedAt = now;
    models.values().forEach(slots -> slots.removeIf(slot -> slot.end <= now - SPAN));
    models.forEach((model, slots) -> counts.accept(model, sum(slots, now)));
    models.values().removeIf(Deque::isEmpty);
    strangers.retainAll(models.keySet());
  }

  private EventCounts sum(Deque<Slot> slots, long now) {
    long predictions = 0;
    long labels = 0;
    Map<String, Long> refused = new TreeMap<>();
    for (Slot slot : slots) {
      predictions += slot.predictions;
      labels += slot.labels;
      slot.refused.forEach((reason, count) -> refused.merge(reason, count, Long::sum));
    }
    return new EventCounts(Math.max(startedAt, now - SPAN), predictions, refused, labels);
  }
}
