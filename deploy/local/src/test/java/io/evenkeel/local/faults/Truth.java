package io.evenkeel.local.faults;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.CaseSource;
import io.evenkeel.app.replay.DelayLaw;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.Trouble;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.CategoricalLaw;
import io.evenkeel.app.simulate.LabelTiming;
import io.evenkeel.app.simulate.Law;
import io.evenkeel.app.simulate.NormalLaw;
import io.evenkeel.app.simulate.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Two models for six hours, one of which becomes biased and one over-confident, and the month of a
 * third whose labels all come in these hours at once. Events are late by up to ten minutes, 5 %
 * come twice, 10 % of predictions after their labels, 5 % of labels are wrong first.
 */
final class Truth {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration HOURS = Duration.ofHours(6);
  private static final Instant BURST = START.plus(HOURS.dividedBy(2));
  private static final Duration MONTH = Duration.ofDays(30);
  private static final Trouble TROUBLE =
      new Trouble(7, Duration.ofMinutes(10), 0.05, 0.10, 0, 0.05);

  private final EventSource events;
  private final long count;

  private Truth(EventSource events) {
    this.events = events;
    try (var all = events.events()) {
      count = all.count();
    }
  }

  /** The same each time. */
  static Truth of() {
    return new Truth(
        EventSource.of(
                CaseSource.merge(
                    List.of(
                        hours("biased", new NormalLaw(1, 1, 0)),
                        hours("sharp", new CategoricalLaw(3, 0.5, 0.4, 1)),
                        month())))
            .with(TROUBLE));
  }

  private static Simulation hours(String model, Law law) {
    Duration every = Duration.ofSeconds(20);
    return new Simulation(
        model,
        law,
        new Arrivals(HOURS.dividedBy(every), START, every, HOURS.dividedBy(2)),
        new LabelTiming(DelayLaw.fixed(Duration.ofMinutes(15)), 0.05, 1),
        1);
  }

  private static CaseSource month() {
    Duration every = Duration.ofMinutes(30);
    Simulation simulation =
        new Simulation(
            "month",
            new CategoricalLaw(2, 1, 1, 1),
            new Arrivals(MONTH.dividedBy(every), START.minus(MONTH), every, MONTH),
            new LabelTiming(DelayLaw.fixed(Duration.ZERO), 0, 1),
            1);
    return () ->
        simulation
            .cases()
            .map(
                one ->
                    new Case(
                        one.prediction(),
                        one.labels().stream()
                            .map(
                                label ->
                                    new LabelEvent(
                                        label.id(), BURST.toEpochMilli(), 0, label.target()))
                            .toList()));
  }

  EventSource events() {
    return events;
  }

  /** Number of events, doubles included. */
  long count() {
    return count;
  }

  /** Settings under which none of these events is late. */
  static Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("defaults.window.size", "30m");
    settings.put("defaults.window.advance", "10m");
    settings.put("defaults.window.grace", "1h");
    settings.put("defaults.labels.wait", "30m");
    settings.put("defaults.profile.sample", "64");
    settings.put("models.month.window.size", "1d");
    settings.put("models.month.window.advance", "1d");
    settings.put("models.month.window.grace", "32d");
    settings.put("models.month.labels.wait", "31d");
    settings.put("monitor.emit-interval", "500ms");
    return settings;
  }
}
