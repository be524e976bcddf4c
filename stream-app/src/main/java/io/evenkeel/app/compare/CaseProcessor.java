package io.evenkeel.app.compare;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.Reason;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.RequestSize;
import io.evenkeel.app.observe.EventChecks;
import io.evenkeel.app.observe.Unreadable;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.app.state.Sweep;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.internal.PendingCase;
import io.evenkeel.schemas.internal.PendingPrediction;
import io.evenkeel.schemas.internal.ScoredCase;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first stage in one partition: joins the predictions of champion and challenger with their
 * labels, in whichever order they come, and scores each case once. The first prediction of each
 * side and the first label count; what comes after them is passed over. Events that the monitor
 * would refuse whatever came before them are left out and logged: the monitor keeps those of its
 * topics as dead letters. What it refuses because of earlier events is not: a late prediction, or
 * another number of classes than the version had, which the stores do not keep.
 *
 * <p>Mutable. What has come of a case waits in a store until the event time of its model in all
 * three topics has passed the wait for the label, and patience: a topic may be read long after
 * another. Where one stands still, patience by the clock is enough. Where all do, the model is
 * forgotten as its series are. A label whose predictions never came waits as long as the monitor
 * lets it, by the clock.
 */
public final class CaseProcessor implements Processor<String, Object, String, ScoredCase> {
  private static final Logger LOGGER = LoggerFactory.getLogger(CaseProcessor.class);
  private static final Duration SWEEP = Duration.ofSeconds(1);

  /** A case holds two predictions in a record that must be small enough to be sent. */
  private static final int PARTS = 4;

  private final AppConfig config;
  private final Plan plan;
  private final EventChecks checks;
  private final CaseScore scores;

  private final Map<String, Newest> newest = new HashMap<>();

  @SuppressWarnings("NullAway.Init")
  private ProcessorContext<String, ScoredCase> context;

  @SuppressWarnings("NullAway.Init")
  private KeyValueStore<String, PendingCase> cases;

  /** When the task was opened here, by the clock. */
  private long started;

  private CaseProcessor(AppConfig config, Plan plan) {
    this.config = config;
    this.plan = plan;
    this.checks = new EventChecks(config);
    this.scores = new CaseScore(config);
  }

  /**
   * When the newest predictions of a model were made, when its newest label became known, and when
   * the last of these came, by the clock; milliseconds since 1970. Mutable.
   */
  private static final class Newest {
    private long champion = Long.MIN_VALUE;
    private long challenger = Long.MIN_VALUE;
    private long label = Long.MIN_VALUE;
    private long seenAt;

    void labelled(Instant knownAt) {
      label = Math.max(label, knownAt.toEpochMilli());
    }
  }

  private Newest newest(String model, long now) {
    Newest times = newest.computeIfAbsent(model, none -> new Newest());
    times.seenAt = now;
    return times;
  }

  /** Events of the three topics in, cases that are complete out, by the key of their versions. */
  public static ProcessorSupplier<String, Object, String, ScoredCase> supplier(
      AppConfig config, Plan plan) {
    return () -> new CaseProcessor(config, plan);
  }

  @Override
  public void init(ProcessorContext<String, ScoredCase> context) {
    this.context = context;
    cases = context.getStateStore(StoreNames.CASES);
    newest.clear();
    started = context.currentSystemTimeMs();
    Sweep<PendingCase> sweep = new Sweep<>(cases, Sweep.STRIDE);
    context.schedule(
        SWEEP,
        PunctuationType.WALL_CLOCK_TIME,
        now -> {
          newest
              .entrySet()
              .removeIf(model -> isForgotten(model.getKey(), model.getValue().seenAt, now));
          sweep.go((id, one) -> isOver(one, now));
        });
  }

  @Override
  public void process(Record<String, Object> record) {
    try {
      take(record, context.currentSystemTimeMs());
    } catch (RejectedEventException e) {
      leftOut(e);
    }
  }

  /** The filter of the log counts those that are alike. */
  private void leftOut(RejectedEventException why) {
    LOGGER.warn(
        "event=left-out reason={} topic={} error=\"{}\"",
        why.reason().code(),
        topic(),
        why.getMessage());
  }

  private String topic() {
    return context.recordMetadata().orElseThrow().topic();
  }

  private void take(Record<String, Object> record, long now) {
    Object event = record.value();
    if (event instanceof Unreadable unreadable) {
      throw unreadable.why();
    }
    if (event instanceof PredictionEvent prediction) {
      checks.alone(record.key(), prediction, now);
      predicted(record, prediction, now);
    } else if (event instanceof LabelEvent label) {
      checks.alone(record.key(), label, now);
      labelled(record, label, now);
    }
    // Else it is a heartbeat or a tombstone.
  }

  private void predicted(Record<String, Object> record, PredictionEvent event, long now) {
    PendingPrediction prediction = pending(event);
    checkRoom(event.model());
    boolean isChallenger = topic().equals(config.topics().challenger());
    Newest times = newest(event.model(), now);
    if (isChallenger) {
      times.challenger = Math.max(times.challenger, event.madeAt());
    } else {
      times.champion = Math.max(times.champion, event.madeAt());
    }
    PendingCase.Builder next = next(cases.get(event.id()), now);
    if (next.getSettled() || (isChallenger ? next.getChallenger() : next.getChampion()) != null) {
      return;
    }
    if (isChallenger) {
      next.setChallenger(prediction);
    } else {
      next.setChampion(prediction);
    }
    if (next.getLabel() != null) {
      times.labelled(next.getLabel().getKnownAt());
    }
    if (next.getModel().isEmpty()) {
      // A label may have waited for it long, and the other prediction has as much time from now on.
      next.setModel(event.model()).setSeenAt(now);
    }
    next.setNewest(Math.max(next.getNewest(), event.madeAt()));
    keep(record, next.build());
  }

  private void labelled(Record<String, Object> record, LabelEvent event, long now) {
    PendingCase.Builder next = next(cases.get(event.id()), now);
    if (!next.getModel().isEmpty()) {
      newest(next.getModel(), now).labelled(Instant.ofEpochMilli(event.knownAt()));
    }
    if (!next.getSettled() && next.getLabel() == null) {
      Label label = Label.newBuilder(LabelCodec.encode(event)).setPredictionId("").build();
      keep(record, next.setLabel(label).build());
    }
  }

  private static PendingCase.Builder next(@Nullable PendingCase known, long now) {
    return known == null
        ? PendingCase.newBuilder().setSeenAt(now).setModel("").setNewest(0)
        : PendingCase.newBuilder(known);
  }

  private PendingPrediction pending(PredictionEvent event) {
    ByteBuffer distribution = BinaryForm.bytes(event.distribution());
    int most = RequestSize.value(config.kafka()) / PARTS;
    if (distribution.remaining() > most) {
      throw new RejectedEventException(
          Reason.OVER_LIMIT,
          "the distribution takes "
              + distribution.remaining()
              + " bytes, and there is room for "
              + most
              + ": send fewer numbers, or raise kafka.producer.max.request.size");
    }
    return PendingPrediction.newBuilder()
        .setModel(event.model())
        .setVersion(event.version())
        .setMadeAt(event.madeAt())
        .setCluster(event.cluster().id())
        .setWeight(
            event.cluster().weight().isEmpty() ? null : event.cluster().weight().getAsDouble())
        .setDistribution(distribution)
        .build();
  }

  private void checkRoom(String model) {
    if (!newest.containsKey(model)) {
      checks.limits().roomForModel(model, newest.size());
    }
  }

  /** A complete case is scored and then no more than known. */
  private void keep(Record<String, Object> record, PendingCase one) {
    if (one.getChampion() == null || one.getChallenger() == null || one.getLabel() == null) {
      cases.put(record.key(), one);
      return;
    }
    cases.put(
        record.key(),
        PendingCase.newBuilder(one)
            .setChampion(null)
            .setChallenger(null)
            .setLabel(null)
            .setSettled(true)
            .build());
    scores
        .of(record.key(), one)
        .ifPresent(
            scored ->
                context.forward(
                    record
                        .withKey(Pair.key(scored, config.topics().challenger()))
                        .withValue(scored)));
  }

  private boolean isOver(PendingCase one, long now) {
    boolean isOver =
        one.getModel().isEmpty()
            ? hasWaited(config.monitor().earlyLabelWait(), one, now)
            : isPast(one, now);
    if (isOver && !one.getSettled()) {
      LOGGER.warn("event=left-out reason=expired-without-{}", missing(one));
    }
    return isOver;
  }

  private boolean hasWaited(Duration wait, PendingCase one, long now) {
    return EventChecks.hasWaited(wait, one.getSeenAt(), started, now);
  }

  private boolean isPast(PendingCase one, long now) {
    Newest times = newest.get(one.getModel());
    if (times == null) {
      return isForgotten(one.getModel(), one.getSeenAt(), now);
    }
    ModelSettings settings = config.model(one.getModel());
    long end =
        EventChecks.awaitedUntil(one.getNewest(), settings)
            + settings.window().grace().toMillis()
            + plan.patience().toMillis();
    long slower = Math.min(times.champion, times.challenger);
    long faster = Math.max(times.champion, times.challenger);
    boolean isPastAll = Math.min(slower, times.label) > end;
    return isPastAll || (faster > end && hasWaited(plan.patience(), one, now));
  }

  /** Models of which nothing comes for long make room for others. */
  private boolean isForgotten(String model, long seenAt, long now) {
    return now - seenAt >= config.model(model).forgetAfter().toMillis();
  }

  private static String missing(PendingCase one) {
    if (one.getModel().isEmpty()) {
      return "predictions";
    }
    if (one.getChampion() == null) {
      return "champion";
    }
    return one.getChallenger() == null ? "challenger" : "label";
  }
}
