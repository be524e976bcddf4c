package io.evenkeel.app.judge;

import io.evenkeel.app.alert.MonitorFailed;
import io.evenkeel.app.codec.Surroundings;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.FailureLog;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The series that are set aside because judging them failed, so that all others go on: mutable.
 * Each is looked at again after a time that doubles with every failure. An alert says so, which
 * outlives a restart; the times do not.
 */
final class FailedSeries {
  private static final long FIRST_WAIT = Duration.ofMinutes(1).toMillis();
  private static final long LONGEST_WAIT = Duration.ofHours(1).toMillis();

  /** Why a series that could not be judged is forgotten, in words. */
  static final String GIVEN_UP =
      "forgotten: it could not be judged, and has had no predictions for 'forget-after'";

  private final AppConfig config;
  private final Metrics metrics;
  private final AlertPublisher alertPublisher;
  private final FailureLog log = new FailureLog();
  private final Map<SeriesKey, Wait> waits = new HashMap<>();

  /** Wall-clock time until which a series is not looked at, and how long that was. */
  private record Wait(long until, long length) {}

  FailedSeries(AppConfig config, Metrics metrics, AlertPublisher alertPublisher) {
    this.config = config;
    this.metrics = metrics;
    this.alertPublisher = alertPublisher;
  }

  /** Whether the series is not to be looked at yet. */
  boolean waits(SeriesKey series, long now) {
    Wait wait = waits.get(series);
    return wait != null && now < wait.until;
  }

  /** Sets a series aside, or rethrows a failure that is not the fault of the series. */
  void add(SeriesKey series, Throwable failure, long now) {
    if (Surroundings.failed(failure)) {
      throw rethrown(failure);
    }
    metrics.count(Instrument.SERIES_FAILURES, series.model(), "judge");
    log.failed("judging " + series.inWords(), failure, now);
    if (!waits(series, now)) {
      Wait last = waits.get(series);
      long length = last == null ? FIRST_WAIT : Math.min(LONGEST_WAIT, 2 * last.length);
      waits.put(series, new Wait(now + length, length));
      Gauges.failed(metrics, series, true);
      announce(series, failure, now);
    }
  }

  private void announce(SeriesKey series, Throwable failure, long now) {
    Alert open = alertPublisher.open(MonitorFailed.fingerprint(series));
    Instant time = Instant.ofEpochMilli(now);
    Instant since = open == null ? time : open.getStartsAt();
    Alert alert = MonitorFailed.of(series, config.model(series.model()), failure, since, time);
    if (open == null || !open.getSummary().equals(alert.getSummary())) {
      alertPublisher.announce(alert, now);
    }
  }

  /**
   * Whether a series is to be forgotten: it has failed for as long as one without predictions is
   * kept, by the clock, and has had none for as long.
   *
   * @param silence how long it has had none, milliseconds
   */
  boolean isGivenUp(SeriesKey series, long silence, long now) {
    Alert open = alertPublisher.open(MonitorFailed.fingerprint(series));
    long after = config.model(series.model()).forgetAfter().toMillis();
    return open != null && now - open.getStartsAt().toEpochMilli() >= after && silence >= after;
  }

  /** Takes a series back that was judged, if it had been set aside. */
  void judged(SeriesKey series, long now) {
    if (waits.remove(series) != null) {
      Gauges.failed(metrics, series, false);
    }
    alertPublisher.end(MonitorFailed.fingerprint(series), now, "it is monitored again", now);
  }

  /** Knows nothing any more of a series that is judged no more. */
  void forget(SeriesKey series) {
    waits.remove(series);
    Gauges.forget(metrics, series);
  }

  /** Says nothing more of series that another instance may have taken over. */
  void close() {
    waits.keySet().forEach(series -> Gauges.forget(metrics, series));
  }

  private static RuntimeException rethrown(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure;
  }
}
