package io.evenkeel.app.observe;

import io.evenkeel.app.codec.Heartbeat;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.SharedProfiles;
import io.evenkeel.app.state.Sweep;
import io.evenkeel.app.state.Ticks;
import io.evenkeel.schemas.internal.EarlyLabel;
import io.evenkeel.schemas.internal.Partial;
import java.time.Duration;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The first stage in one source partition: joins predictions with their labels, sketches what it
 * sees, and publishes cumulative partials of the panes that changed.
 */
public final class ObserveProcessor implements Processor<String, Object, String, Object> {
  /** Predictions counted again between two records: less than a second. */
  private static final int STEP = 5_000;

  private final AppConfig config;
  private final Metrics metrics;
  private final SharedProfiles profiles;
  private final Backlogs backlogs;
  private final EventChecks checks;
  private final PredictionSample sample;

  @SuppressWarnings("NullAway.Init")
  private ProcessorContext<String, Object> context;

  @SuppressWarnings("NullAway.Init")
  private ObserveState state;

  @SuppressWarnings("NullAway.Init")
  private Joiner joiner;

  @SuppressWarnings("NullAway.Init")
  private PartialPublisher publisher;

  @SuppressWarnings("NullAway.Init")
  private Positions positions;

  @SuppressWarnings("NullAway.Init")
  private Backlog.Heads unread;

  @SuppressWarnings("NullAway.Init")
  private EventTally tally;

  /**
   * Wall-clock time; labels that came before wait from then on: their predictions may have come
   * meanwhile.
   */
  private long started;

  /** What is to be done before anything else, where stores may be written; null when it is done. */
  private @Nullable CatchUp catchUp;

  /** Those of the two streams. */
  public record Backlogs(Backlog predictions, Backlog labels) {
    /** Of streams of which nothing has come. */
    public Backlogs() {
      this(new Backlog(), new Backlog());
    }

    private Backlog.Heads open(int partition) {
      return new Backlog.Heads(predictions.open(partition), labels.open(partition));
    }
  }

  private ObserveProcessor(
      AppConfig config, Metrics metrics, SharedProfiles profiles, Backlogs backlogs) {
    this.config = config;
    this.metrics = metrics;
    this.profiles = profiles;
    this.backlogs = backlogs;
    this.checks = new EventChecks(config);
    this.sample = new PredictionSample(config);
  }

  /**
   * Predictions, labels and heartbeats in; {@link Partial}s, and {@link Rejection}s of labels that
   * were taken in and turned out to be of no use, out.
   *
   * @param backlogs that note what is read next
   */
  public static ProcessorSupplier<String, Object, String, Object> supplier(
      AppConfig config, Metrics metrics, Backlogs backlogs) {
    SharedProfiles profiles = new SharedProfiles();
    return () -> new ObserveProcessor(config, metrics, profiles, backlogs);
  }

  @Override
  public void init(ProcessorContext<String, Object> context) {
    this.context = context;
    long now = context.currentSystemTimeMs();
    started = now;
    unread =
        SteadyClock.isIn(context.appConfigs())
            ? backlogs.open(context.taskId().partition())
            : Backlog.Heads.none();
    state =
        ObserveState.of(
            context::getStateStore,
            config,
            profiles,
            segment -> true,
            new ObserveState.Opening(now, SteadyClock.of(context.appConfigs(), now), unread));
    joiner = new Joiner(config, metrics, state);
    positions = new Positions(context.taskId().partition());
    tally =
        new EventTally(
            config.limits(),
            model -> config.models().containsKey(model) || state.clocks().knows(model),
            now);
    Isolation isolation = new Isolation(metrics);
    ProfileBackfill backfill = new ProfileBackfill(config, state, isolation, STEP);
    PartialPublisher.Out out = new PartialPublisher.Out(this::forward, isolation);
    publisher = new PartialPublisher(config, positions, state, backfill, out);
    catchUp = new CatchUp(config, state, isolation);
    Ticks.schedule(context, config.monitor().emitInterval(), Duration.ZERO, this::punctuate);
  }

  @Override
  public void process(Record<String, Object> record) {
    long now = context.currentSystemTimeMs();
    catchUp(now);
    try {
      take(record, now);
    } catch (RejectedEventException e) {
      tally.refused(e, now);
      throw e;
    }
  }

  private void take(Record<String, Object> record, long now) {
    RecordMetadata source = context.recordMetadata().orElseThrow();
    boolean ofPredictions = source.topic().equals(config.topics().predictions());
    (ofPredictions ? unread.predictions() : unread.labels()).read(source.offset());
    Object event = Unreadable.orRefused(record.value());
    if (ofPredictions) {
      positions.predictionRead(source.offset());
    } else {
      positions.labelRead(source.offset());
    }
    if (event instanceof PredictionEvent prediction) {
      predicted(record.key(), prediction, source.offset(), now);
    } else if (event instanceof LabelEvent label) {
      labelled(record.key(), label, source.offset(), now);
    } else {
      heartbeat(record, ofPredictions, now);
    }
  }

  private void predicted(String key, PredictionEvent event, long offset, long now) {
    if (!sample.has(event)) {
      metrics.count(Instrument.UNSAMPLED, "prediction");
      state.earlyLabels().take(event.id()).forEach(label -> leaveOut());
      return;
    }
    try {
      checks.alone(key, event, now);
      joiner.predicted(event, offset, now).forEach(label -> reject(event.id(), label, now));
      tally.taken(event.model(), now);
    } catch (RejectedEventException e) {
      throw e.of(event.model());
    }
  }

  private void labelled(String key, LabelEvent event, long offset, long now) {
    // One that was looked at when the share was larger gets its label.
    if (!sample.mayHave(event.id()) && state.observations().get(event.id()) == null) {
      leaveOut();
      return;
    }
    checks.alone(key, event, now);
    String model = joiner.labelled(event, offset, now);
    if (model != null) {
      tally.labelled(model, now);
    }
  }

  /** Of a label. */
  private void leaveOut() {
    metrics.count(Instrument.UNSAMPLED, "label");
  }

  private void reject(String id, Rejection label, long now) {
    tally.refused(label.cause(), now);
    forward(id, label);
  }

  private void heartbeat(Record<String, Object> record, boolean ofPredictions, long now) {
    Heartbeat heartbeat = checks.heartbeat(record.key(), record.headers(), now);
    if (!state.clocks().knows(heartbeat.model())) {
      checks.limits().roomForModel(heartbeat.model(), state.clocks().heard());
    }
    long reached = heartbeat.reached().toEpochMilli();
    if (ofPredictions) {
      state.clocks().predictionsReached(heartbeat.model(), reached, now);
    } else {
      state.clocks().labelsReached(heartbeat.model(), reached, now);
    }
  }

  private void catchUp(long now) {
    if (catchUp != null) {
      catchUp.run(now);
      catchUp = null;
    }
  }

  private void punctuate(long now) {
    catchUp(now);
    publisher.publish(now);
    tally.publish(now, publisher::publish);
    state.segments().refresh();
    state.members().drop(Sweep.STRIDE, state.panes()::isOpen);
    state.earlyLabels().sweep((id, label) -> unmatched(id, label, now));
  }

  private boolean unmatched(String id, EarlyLabel label, long now) {
    Duration wait = config.monitor().earlyLabelWait();
    if (!EventChecks.hasWaited(wait, label.getSeenAt(), started, now)) {
      return false;
    }
    EarlyLabels.forEach(
        id,
        label,
        waiting -> {
          if (sample.mustHave(id)) {
            metrics.count(Instrument.UNMATCHED_LABELS);
            forward(id, waiting.rejected(EventChecks.unmatched()));
          } else {
            leaveOut();
          }
        });
    return true;
  }

  /** Brokers refuse what is dated far ahead, as stream time kept from an earlier run may be. */
  private void forward(String key, Object value) {
    long time = Math.min(context.currentStreamTimeMs(), context.currentSystemTimeMs());
    context.forward(new Record<>(key, value, Math.max(0, time)));
  }
}
