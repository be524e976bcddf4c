package io.evenkeel.app.alert;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.wording.Times;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import java.time.Instant;

/**
 * The alert of a series that cannot be judged, since judging it failed. Its times are of the wall
 * clock: it is about the application and not about what the series predicts.
 */
public final class MonitorFailed {
  private static final int LONGEST_MESSAGE = 300;

  private MonitorFailed() {}

  /**
   * The alert that fires.
   *
   * @param failure what judging the series failed with
   * @param since when it failed first
   * @param now wall-clock time
   */
  public static Alert of(
      SeriesKey series, ModelSettings settings, Throwable failure, Instant since, Instant now) {
    return Alert.newBuilder()
        .setFingerprint(fingerprint(series))
        .setModel(series.model())
        .setVersion(series.version())
        .setSegment(series.segment())
        .setRule(Rule.MONITOR_FAILED.key())
        .setState(AlertState.FIRING)
        .setChange(AlertChange.BEGAN)
        .setSeverity(Severity.WARNING)
        .setStartsAt(since)
        .setRaisedAt(since)
        .setUpdatedAt(now)
        .setSummary(
            "%s: not monitored since %s: judging it failed with %s"
                .formatted(series.inWords(), Times.minute(since.toEpochMilli()), inWords(failure)))
        .setDescription(
            "All other series go on. This one is judged again when predictions or labels of it"
                + " come, at first after a minute and then less often, at the latest after an"
                + " hour. Nothing that came meanwhile is lost.\n"
                + "Do: report the stack trace that the log has of it. A new version of the"
                + " model begins without what fails.")
        .setCases(0)
        .setRunbook(settings.alert().runbook())
        .build();
  }

  /** The identity of the alert of a series. */
  public static String fingerprint(SeriesKey series) {
    return AlertRecords.fingerprint(series, Rule.MONITOR_FAILED);
  }

  private static String inWords(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    return failure.getClass().getSimpleName()
        + ": "
        + message.substring(0, Math.min(LONGEST_MESSAGE, message.length()));
  }
}
