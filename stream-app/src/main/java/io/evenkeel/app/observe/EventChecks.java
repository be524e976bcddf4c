package io.evenkeel.app.observe;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.codec.Cluster;
import io.evenkeel.app.codec.Heartbeat;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.Reason;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What a valid event must still pass, given the settings and what is known: each check rejects.
 * What it says of an event goes into logs and headers, and so holds neither its id nor its label.
 */
public final class EventChecks {
  private static final Duration AFTER_START = Duration.ofHours(1);
  private static final long EARLIEST_SECOND =
      Instant.parse("1990-01-01T00:00:00Z").getEpochSecond();

  private final AppConfig config;
  private final LimitChecks limits;

  /** The checks of a configuration. */
  public EventChecks(AppConfig config) {
    this.config = config;
    this.limits = new LimitChecks(config);
  }

  /** How large an event may be. */
  public LimitChecks limits() {
    return limits;
  }

  /**
   * What a prediction must pass whatever is known of others.
   *
   * @param key of its record
   * @param now wall-clock time, milliseconds since 1970
   */
  public void alone(@Nullable String key, PredictionEvent event, long now) {
    keyed(key, event.id());
    ofNamedClasses(event, settings(event.model()).classes().size());
    limits.check(event);
    time("the prediction", event.madeAt(), now);
  }

  /** Else the first prediction of a version, if it is of another model, would refuse all others. */
  private static void ofNamedClasses(PredictionEvent event, int named) {
    TargetSpace space = event.distribution().space();
    if (named > 0
        && event.view() == null
        && space.kind() == TargetSpace.Kind.CLASSES
        && space.size() != named) {
      throw new RejectedEventException(
          Reason.WRONG_SPACE,
          "the prediction is over "
              + space
              + ", but the settings name "
              + named
              + " classes: send a probability for each of these, or list others in models."
              + event.model()
              + ".classes");
    }
  }

  /**
   * What a label must pass whatever is known of its prediction.
   *
   * @param key of its record
   * @param now wall-clock time, milliseconds since 1970
   */
  public void alone(@Nullable String key, LabelEvent event, long now) {
    keyed(key, event.id());
    limits.check(event);
    time("the label", event.knownAt(), now);
  }

  /** By another key an event would come to a partition where its like is not. */
  private static void keyed(@Nullable String key, String id) {
    if (!id.equals(key)) {
      throw new RejectedEventException(
          Reason.WRONG_KEY,
          "the record has "
              + (key == null ? "no key" : "another key than its prediction_id")
              + ": predictions and labels meet by it, send the prediction_id as the key of both");
    }
  }

  /** The settings of a model that may be monitored. */
  public ModelSettings settings(String model) {
    if (!config.knows(model) && !config.monitor().monitorUnknownModels()) {
      throw new RejectedEventException(
          Reason.UNKNOWN_MODEL,
          "model '"
              + model
              + "' is not configured: add models."
              + model
              + " to the settings, or set monitor.unknown-models");
    }
    return config.model(model);
  }

  private void time(String what, long time, long now) {
    notFromTheFuture(what, time, now);
    notInSeconds(what, time, now);
  }

  /**
   * Checks that a time which would be long past is not seconds taken for milliseconds: those of
   * 1990 until now, by a clock that may be ahead, would all be in January 1970. No limit relative
   * to the clock would do: a backfill or a replay sends events of years ago.
   */
  private void notInSeconds(String what, long time, long now) {
    if (time >= EARLIEST_SECOND && time <= latest(now) / 1000) {
      throw new RejectedEventException(
          Reason.TIME_IN_SECONDS,
          what
              + " has the time "
              + time
              + ", which is "
              + Instant.ofEpochMilli(time)
              + " in milliseconds, but "
              + Instant.ofEpochSecond(time)
              + " in seconds: send milliseconds");
    }
  }

  /**
   * Checks the time of an event against the clock.
   *
   * @param what the event, in words
   * @param time its time, milliseconds since 1970
   * @param now wall-clock time, milliseconds since 1970
   */
  private void notFromTheFuture(String what, long time, long now) {
    if (time > latest(now)) {
      throw new RejectedEventException(
          Reason.FROM_THE_FUTURE,
          what
              + " has the time "
              + Instant.ofEpochMilli(time)
              + ", but it is only "
              + Instant.ofEpochMilli(now)
              + ": check the producer's clock and its unit (milliseconds)");
    }
  }

  /** The latest time that an event may have, as the clock of its producer may be ahead. */
  private long latest(long now) {
    return now + config.monitor().maxClockSkew().toMillis();
  }

  /**
   * The heartbeat that a record without a value must be.
   *
   * @param now wall-clock time, milliseconds since 1970
   */
  public Heartbeat heartbeat(@Nullable String key, Headers headers, long now) {
    Heartbeat heartbeat;
    try {
      heartbeat =
          Heartbeat.read(key, headers)
              .orElseThrow(
                  () ->
                      new RejectedEventException(
                          Reason.UNREADABLE,
                          "a record without a value must be a heartbeat, with the header "
                              + Heartbeat.HEADER));
    } catch (IllegalArgumentException e) {
      throw new RejectedEventException(Reason.UNREADABLE, String.valueOf(e.getMessage()), e);
    }
    limits.checkModel(heartbeat.model());
    notFromTheFuture("heartbeat of " + heartbeat.model(), heartbeat.reached().toEpochMilli(), now);
    return heartbeat;
  }

  /** A prediction that comes again must say what it said before. */
  public static void sameContent(
      PredictionEvent event, ByteBuffer distribution, Observation known) {
    if (!known.model().equals(event.model())
        || !known.version().equals(event.version())
        || known.madeAt() != event.madeAt()
        || !known.distribution().equals(distribution)
        || known.content() != content(event)) {
      throw new RejectedEventException(
          Reason.DUPLICATE_CONFLICT,
          "the prediction has been seen with another model, version, time,"
              + " distribution, segment, feature or cluster: ids must be unique, and the first one counts");
    }
  }

  /** A hash of what an event says beside the fields of its own in {@link Observation}. */
  public static int content(PredictionEvent event) {
    List<Object> content = List.of(event.segments(), event.features());
    return event.cluster().equals(Cluster.NONE)
        ? content.hashCode()
        : List.of(content, event.cluster()).hashCode();
  }

  /**
   * The target of an observation that a label says.
   *
   * @param distribution that of the observation
   * @throws RejectedEventException if it cannot be one of the model
   */
  public Target target(
      LabelEvent event, Observation observation, PredictiveDistribution distribution) {
    return event
        .target()
        .resolve(
            distribution,
            BinaryForm.view(observation.distribution()),
            settings(observation.model()).classes());
  }

  /** A label that comes again without a higher revision must say what it said before. */
  public static void sameTarget(LabelEvent event, ByteBuffer target, Observation known) {
    if (event.revision() == known.revision() && !target.equals(known.target())) {
      throw new RejectedEventException(
          Reason.DUPLICATE_CONFLICT,
          "the label has been seen with revision "
              + event.revision()
              + " and another target: a correction needs a higher revision");
    }
  }

  static RejectedEventException late(PredictionEvent event, long closedThrough) {
    return new RejectedEventException(
        Reason.LATE_PREDICTION,
        "the prediction was made at "
            + Instant.ofEpochMilli(event.madeAt())
            + ", but everything before "
            + Instant.ofEpochMilli(closedThrough)
            + " is closed: see window.grace, labels.wait and, if its partition was silent,"
            + " monitor.idle-timeout");
  }

  /** All predictions of a version are over the same targets. */
  public static void fits(PredictionEvent event, TargetSpace expected) {
    if (!event.distribution().space().equals(expected)) {
      throw new RejectedEventException(
          Reason.WRONG_SPACE,
          "the prediction is over "
              + event.distribution().space()
              + ", but its model predicts "
              + expected
              + ": give the new kind a new version");
    }
  }

  /**
   * Checks that a label came before the pane of its prediction was closed.
   *
   * @param madeAt time of the prediction, milliseconds since 1970
   * @param closed whether it is closed already, whatever the label says of its time
   */
  public static void inTime(LabelEvent event, long madeAt, ModelSettings settings, boolean closed) {
    long deadline = awaitedUntil(madeAt, settings);
    if (closed || event.knownAt() > deadline) {
      throw new RejectedEventException(
          Reason.LATE_LABEL,
          "the label became known at "
              + Instant.ofEpochMilli(event.knownAt())
              + ", but labels of its pane were awaited until "
              + Instant.ofEpochMilli(deadline)
              + ": see labels.wait");
    }
  }

  /**
   * Until when labels of a prediction may become known, milliseconds since 1970.
   *
   * @param madeAt time of the prediction, milliseconds since 1970
   */
  public static long awaitedUntil(long madeAt, ModelSettings settings) {
    PaneGrid panes = PaneGrid.of(settings.window());
    return panes.endOf(panes.startOf(madeAt)) + settings.labels().maxWait().toMillis();
  }

  /**
   * Whether something has waited long enough by the clock. What it waits for may have come while
   * the application stood still and is read after the start, for which there is an hour.
   *
   * @param wait how long it waits
   * @param since when that began, wall-clock time, milliseconds since 1970
   * @param started when the task was opened here, likewise
   * @param now likewise
   */
  public static boolean hasWaited(Duration wait, long since, long started, long now) {
    long millis = wait.toMillis();
    return now - since >= millis && now - started >= Math.min(millis, AFTER_START.toMillis());
  }

  /** The rejection of a label whose prediction did not come in time, or is forgotten. */
  public static RejectedEventException unmatched() {
    return new RejectedEventException(
        Reason.UNMATCHED_LABEL,
        "no prediction with its id was there, or came within monitor.early-label-wait; that of a"
            + " closed pane is forgotten: see labels.wait");
  }
}
