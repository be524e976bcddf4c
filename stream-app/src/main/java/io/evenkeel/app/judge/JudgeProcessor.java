package io.evenkeel.app.judge;

import io.evenkeel.app.alert.AlertRecords;
import io.evenkeel.app.alert.Silences;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.Profiles;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.SharedProfiles;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.app.state.Ticks;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * The second stage: merges the partials of all source partitions, learns profiles, and judges the
 * windows of each series.
 */
@SuppressWarnings("NullAway.Init")
public final class JudgeProcessor implements Processor<String, Partial, String, Object> {
  private final AppConfig config;
  private final Metrics metrics;
  private final int sourcePartitions;
  private final ReferenceFiles files;
  private final Room room;
  private final SeriesWeights weights;
  private final SharedProfiles shared;
  private final RememberedWalks walks;
  private final Schedule schedule;
  private final ToJudge changed;

  /** Whether the weights of the configuration were compared with those that were published. */
  private boolean weighed;

  private ProcessorContext<String, Object> context;
  private Profiles profiles;
  private ProfilesToLearn toLearn;
  private SeriesPanes panes;
  private Watermarks watermarks;
  private SeriesStore series;
  private SegmentComparison segments;
  private AlertPublisher alertPublisher;
  private SeriesOutput output;
  private FailedSeries failed;
  private DeadLetterShares deadLetters;
  private BudgetShares budgetShares;
  private FixedReferences references;

  private JudgeProcessor(
      AppConfig config,
      Metrics metrics,
      int sourcePartitions,
      ReferenceFiles files,
      Room room,
      SeriesWeights weights,
      SharedProfiles shared) {
    this.config = config;
    this.metrics = metrics;
    this.sourcePartitions = sourcePartitions;
    this.files = files;
    this.room = room;
    this.walks = new RememberedWalks(room);
    this.weights = weights;
    this.shared = shared;
    this.changed = new ToJudge(config.monitor().emitInterval());
    this.schedule = new Schedule(config.monitor().provisionalVerdicts(), room);
  }

  /**
   * Partials in; profiles, verdicts, metrics, alerts and maps that recalibrate out.
   *
   * @param sourcePartitions the number of partitions of the predictions topic
   * @param weights of all active series
   * @throws io.evenkeel.app.config.ConfigException if a file of a reference cannot be used
   */
  public static ProcessorSupplier<String, Partial, String, Object> supplier(
      AppConfig config, Metrics metrics, int sourcePartitions, SeriesWeights weights) {
    ReferenceFiles files = ReferenceFiles.read(config);
    Room room = Room.ofHeap();
    SharedProfiles profiles = new SharedProfiles();
    return () ->
        new JudgeProcessor(config, metrics, sourcePartitions, files, room, weights, profiles);
  }

  @Override
  public void init(ProcessorContext<String, Object> context) {
    this.context = context;
    profiles = new Profiles(context.getStateStore(StoreNames.PROFILES), config::labelNoise, shared);
    toLearn = new ProfilesToLearn(config, profiles);
    references = new FixedReferences(config, profiles, files);
    panes = new SeriesPanes(context.getStateStore(StoreNames.PARTIALS), profiles, config, room);
    watermarks =
        new Watermarks(
            context.getStateStore(StoreNames.FRONTIERS),
            sourcePartitions,
            config.monitor().idleTimeout());
    series =
        new SeriesStore(
            context.getStateStore(StoreNames.SERIES),
            context.getStateStore(StoreNames.MONITORS),
            context.getStateStore(StoreNames.DRIFT_MONITORS));
    segments = new SegmentComparison(series, panes, config);
    budgetShares =
        new BudgetShares(context.getStateStore(StoreNames.ACTIVE_SERIES), config, weights);
    // What changed last is not known after a restart.
    series.keys().forEach(changed::add);
    alertPublisher =
        new AlertPublisher(
            context.getStateStore(StoreNames.ALERTS),
            config,
            metrics,
            new Silences(context.getStateStore(StoreNames.SILENCES)),
            new Inhibitions(context.getStateStore(StoreNames.OPEN_ALERTS), config),
            alert -> forward(alert.getFingerprint(), alert));
    output = new SeriesOutput(metrics, alertPublisher, this::forward);
    failed = new FailedSeries(config, metrics, alertPublisher);
    deadLetters = new DeadLetterShares(config, alertPublisher, context.currentSystemTimeMs());
    Ticks.schedule(context, changed.step(), changed.after(), this::look);
    Ticks.schedule(context, config.monitor().emitInterval(), changed.after(), this::punctuate);
  }

  @Override
  public void close() {
    schedule.series().forEach(key -> Gauges.forget(metrics, key));
    schedule.close();
    panes.close();
    walks.close();
    failed.close();
    alertPublisher.close();
  }

  @Override
  public void process(Record<String, Partial> record) {
    Partial partial = record.value();
    long now = context.currentSystemTimeMs();
    if (partial.getFrontier() != null) {
      watermarks.reached(partial.getModel(), partial.getPartition(), partial.getFrontier(), now);
    }
    if (partial.getEvents() != null) {
      deadLetters.hear(partial.getModel(), partial.getPartition(), partial.getEvents(), now);
    } else if (partial.getFrontier() == null
        && partial.getPane() == null
        && watermarks.forget(partial.getModel(), partial.getPartition())) {
      metrics.forget(partial.getModel());
    }
    if (partial.getPane() != null) {
      SeriesKey key = new SeriesKey(partial.getModel(), partial.getVersion(), partial.getSegment());
      take(key, partial, partial.getPane());
    }
  }

  private void take(SeriesKey key, Partial partial, PaneSketch pane) {
    try {
      keep(key, partial, pane);
    } catch (RejectedEventException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      failed.add(key, e, context.currentSystemTimeMs());
      // For when the state of the series can be read again.
      panes.put(key, partial, pane);
      changed.add(key);
    }
  }

  private void keep(SeriesKey key, Partial partial, PaneSketch pane) {
    if (panes.isForeign(partial)) {
      ForeignPanes.refuse(metrics, partial);
      return;
    }
    if (!key.isNamedBy(config.model(key.model()))) {
      return; // Labels still come of predictions from before a change of the settings.
    }
    panes.check(key, pane);
    long keptFrom = series.keptFrom(key, config.model(key.model()));
    if (panes.forgot(key, partial, pane, keptFrom)) {
      metrics.count(Instrument.STRAGGLERS, key.model());
      return;
    }
    budgetShares.begun(key, pane.getStart()).ifPresent(active -> forward(key.key(), active));
    panes.put(key, partial, pane);
    changed.add(key);
    metrics.count(Instrument.PARTIALS);
  }

  private void punctuate(long now) {
    profiles.refresh();
    if (!weighed) {
      // All series are looked at after a start.
      budgetShares.reweighed(changed.all()).forEach(this::forward);
      weighed = true;
    }
    look(now);
    deadLetters.look(now);
    alertPublisher.resend(now);
  }

  private void look(long now) {
    if (!weighed) {
      return;
    }
    Set<String> moved = watermarks.takeMoved(now);
    schedule.forEachDue(
        moved, key -> watermarks.watermark(key.model(), key.version(), now), now, changed::add);
    // Of no version: how far all versions of the model have come.
    moved.forEach(
        model ->
            Gauges.reached(
                metrics, model, watermarks.watermark(model, "", now), config.model(model)));
    List<SeriesKey> toJudge = changed.take(now);
    if (!toJudge.isEmpty()) {
      budgetShares.weigh();
      toJudge.forEach(key -> judge(key, now));
    }
  }

  /**
   * Forgets a series: others get its share of the budget.
   *
   * @param at event time, milliseconds since 1970
   * @param why in words
   */
  private void forget(SeriesKey key, long at, String why, long now) {
    alertPublisher.end(key, at, why, now);
    panes.forget(key, Long.MAX_VALUE);
    series.delete(key);
    budgetShares.forget(key);
    walks.take(key);
    schedule.forget(key);
    changed.remove(key);
    failed.forget(key);
    output.forget(key);
    if (key.segment().isEmpty()) {
      toLearn.forget(key);
      forward(key.modelKey(), Tombstone.PROFILE);
    }
  }

  /**
   * Whatever judging a series throws concerns that series alone. Nothing of it is sent then, unless
   * it is the sending that throws.
   */
  private void judge(SeriesKey key, long now) {
    if (failed.waits(key, now)) {
      changed.add(key);
      return;
    }
    try {
      judged(key, now).run();
      failed.judged(key, now);
    } catch (RuntimeException | StackOverflowError e) {
      failed.add(key, e, now);
      setAside(key, now);
    }
  }

  /** It is looked at again once it has waited, or forgotten: nothing else ends its alert. */
  private void setAside(SeriesKey key, long now) {
    long awaited = watermarks.watermark(key.model(), key.version(), now).awaited();
    if (failed.isGivenUp(key, awaited - panes.newest(key), now)) {
      forget(key, awaited, FailedSeries.GIVEN_UP, now);
    } else {
      changed.add(key);
    }
  }

  /** What is to be sent and stored of a series, all of which is known before any is. */
  private Runnable judged(SeriesKey key, long now) {
    SeriesMemory stored = series.get(key);
    if (stored == null) {
      return () -> {};
    }
    ModelSettings settings = config.model(key.model());
    if (!key.isNamedBy(settings)) {
      String why = "the settings no longer name a segment of this kind";
      return () -> forget(key, stored.countedThrough(), why, now);
    }
    NavigableMap<Long, MergedPane> kept = panes.load(key);
    SeriesMemory on = stored.of(settings.alert().rules());
    SeriesMemory memory = kept == null ? on : on.without(kept, settings);
    Watermarks.Watermark watermark = watermarks.watermark(key.model(), key.version(), now);
    SeriesLifecycle absence = SeriesLifecycle.of(key, settings, memory, newest(key, kept, memory));
    // Without panes, or the profile, which goes with the whole model, nothing is left to be judged.
    boolean isLeft = kept != null && !kept.isEmpty();
    if (absence.isForgotten(watermark) && (!isLeft || absence.isJudged())) {
      return () -> forget(key, absence.forgottenAt(), absence.forgottenInWords(), now);
    }
    boolean isRetired = absence.isRetired(watermark);
    SeriesMemory next = isRetired ? absence.retired() : memory;
    if (isRetired) {
      walks.take(key);
      schedule.restart(key);
    }
    Runnable outcome =
        kept == null ? () -> changed.add(key) : look(key, kept, next, watermark, now);
    return () -> {
      alertPublisher.endDropped(key, stored, memory, now);
      if (isRetired) {
        alertPublisher.end(key, absence.retiredAt(), absence.retiredInWords(), now);
        absence.withdrawnMap().ifPresent(map -> forward(key.key(), map));
      }
      if (!next.equals(stored)) {
        series.put(key, next, stored);
      }
      outcome.run();
    };
  }

  /** Start of its newest pane; of those of other settings only where nothing else is known. */
  private long newest(
      SeriesKey key, @Nullable NavigableMap<Long, MergedPane> kept, SeriesMemory memory) {
    if (kept != null && !kept.isEmpty()) {
      return kept.lastKey();
    }
    return kept != null && memory.gaps().predictedThrough() > 0 ? 0 : panes.newest(key);
  }

  private Runnable look(
      SeriesKey key,
      NavigableMap<Long, MergedPane> kept,
      SeriesMemory memory,
      Watermarks.Watermark watermark,
      long now) {
    ModelSettings settings = config.model(key.model());
    if (kept.isEmpty()) {
      Due at = new Due(SeriesLifecycle.of(key, settings, memory, 0).nextDue(), Long.MAX_VALUE);
      return () -> schedule.put(key, at);
    }
    Profile profile = toLearn.learn(key, kept, watermark);
    Backoff backoff = schedule.begin(key, now);
    Known known =
        new Known(
            references.of(key),
            budgetShares.of(key),
            segments,
            rule -> alertPublisher.open(AlertRecords.fingerprint(key, rule)),
            walks.take(key),
            backoff);
    SeriesJudge judge = new SeriesJudge(key, settings, kept, memory, known);
    judge.look(watermark);
    List<Runnable> sent = output.sending(judge.out(), now);
    Runnable remembered = remember(key, judge, memory, watermark);
    return () -> {
      if (watermark.equals(Watermarks.Watermark.NOWHERE)) {
        schedule.awaitWatermark(key);
      }
      if (profile != null) {
        toLearn.published(key, profile);
        forward(key.modelKey(), profile);
      }
      sent.forEach(Runnable::run);
      schedule.put(key, backoff);
      judge.drift().forEach((rule, evidence) -> Gauges.tell(metrics, key, rule, evidence));
      remembered.run();
    };
  }

  private Runnable remember(
      SeriesKey key, SeriesJudge judge, SeriesMemory before, Watermarks.Watermark watermark) {
    boolean learning = toLearn.isLearning(key);
    ModelSettings settings = config.model(key.model());
    SeriesMemory next = learning ? judge.memory() : judge.settled();
    boolean early = settings.labels().minCoverage().isPresent();
    Due at = new Due(learning || early ? 0 : judge.nextDue(), judge.nextDueWithoutLabels());
    MonitorWalk.Reached here = judge.reached();
    return () -> {
      walks.put(key, here);
      if (!learning) {
        panes.forget(key, next.keptFrom(settings));
      }
      schedule.put(key, at);
      if (!next.equals(before)) {
        series.put(key, next, before);
        // One step may make the next one due, as when a window that was missed turns out retired.
        changed.add(key);
      }
      budgetShares.settled(key, next, watermark).ifPresent(active -> forward(key.key(), active));
    };
  }

  private void forward(String key, Object value) {
    context.forward(new Record<>(key, value, Math.max(0, context.currentStreamTimeMs())));
  }
}
