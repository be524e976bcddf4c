package io.evenkeel.app.compare;

import io.evenkeel.app.alert.AlertLinks;
import io.evenkeel.app.alert.ComparisonAlert;
import io.evenkeel.app.alert.Silences;
import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.observe.EventChecks;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.app.state.Sweep;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Better;
import io.evenkeel.schemas.Comparison;
import io.evenkeel.schemas.internal.PairState;
import io.evenkeel.schemas.internal.ScoredCase;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The second stage for some pairs of versions: counts their cases, says once a second what is new,
 * and at once when one version is shown to be better, or no longer is. Mutable.
 */
public final class PairProcessor implements Processor<String, ScoredCase, String, SpecificRecord> {
  private static final Logger LOGGER = LoggerFactory.getLogger(PairProcessor.class);
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /**
   * Versions of which no case comes for so long, by the clock, may not be compared any more. Cases
   * of some models come once a week, and then may be late.
   */
  private static final Duration QUIET = Duration.ofDays(9);

  /** How often each pair notes that the comparison runs, so that a stop of it is no silence. */
  private static final Duration NOTE = Duration.ofMinutes(1);

  private final AppConfig config;
  private final Plan plan;
  private final AlertLinks links;
  private final Map<String, Pair> pairs = new HashMap<>();

  /** What was not said yet, by key. After a restart all is said again. */
  private final Map<String, Pair> changed = new LinkedHashMap<>();

  /** Wall-clock time at which each open alert was sent last, by key; none after a restart. */
  private final Map<String, Long> sentAt = new HashMap<>();

  @SuppressWarnings("NullAway.Init")
  private ProcessorContext<String, SpecificRecord> context;

  @SuppressWarnings("NullAway.Init")
  private KeyValueStore<String, PairState> store;

  @SuppressWarnings("NullAway.Init")
  private KeyValueStore<String, ScoredCase> outcomes;

  @SuppressWarnings("NullAway.Init")
  private Silences silences;

  private PairProcessor(AppConfig config, Plan plan) {
    this.config = config;
    this.plan = plan;
    this.links = new AlertLinks(config.http().publicUrl());
  }

  /** Cases in; {@link Comparison}s and {@link Alert}s out, by their keys. */
  public static ProcessorSupplier<String, ScoredCase, String, SpecificRecord> supplier(
      AppConfig config, Plan plan) {
    return () -> new PairProcessor(config, plan);
  }

  @Override
  public void init(ProcessorContext<String, SpecificRecord> context) {
    this.context = context;
    store = context.getStateStore(StoreNames.PAIRS);
    outcomes = context.getStateStore(StoreNames.OUTCOMES);
    silences = new Silences(context.getStateStore(StoreNames.SILENCES));
    // Kafka Streams opens the same processor again after a transaction that it gave up.
    pairs.clear();
    changed.clear();
    sentAt.clear();
    long started = context.currentSystemTimeMs();
    try (KeyValueIterator<String, PairState> known = store.all()) {
      known.forEachRemaining(entry -> pairs.put(entry.key, Pair.resume(entry.value, started)));
    }
    changed.putAll(pairs);
    Sweep<ScoredCase> sweep = new Sweep<>(outcomes, Sweep.STRIDE);
    context.schedule(
        INTERVAL,
        PunctuationType.WALL_CLOCK_TIME,
        now -> {
          pairs.forEach((key, pair) -> lookAgain(key, pair, now));
          forget(now);
          changed.forEach(this::say);
          changed.clear();
          sweep.go((id, first) -> isPast(first, now));
        });
  }

  @Override
  public void process(Record<String, ScoredCase> record) {
    ScoredCase one = record.value();
    String key = record.key();
    if (!pairs.containsKey(key) && !hasRoom(one.getModel())) {
      LOGGER.warn(
          "event=left-out reason=over_limit error=\"there are {} pairs of versions of a model in this"
              + " partition already: send versions that stay the same, or raise limits.versions\"",
          config.limits().versions());
      return;
    }
    Pair known = pairs.get(key);
    if (known != null && !known.score().equals(one.getScore())) {
      LOGGER.warn(
          "event=left-out reason=wrong_space error=\"{} cannot be added to {}: a model predicts either"
              + " classes or numbers; send the others under another model or version\"",
          one.getScore(),
          known.score());
      return;
    }
    if (isOutcomeKnown(key, one)) {
      return;
    }
    Pair pair = pairs.computeIfAbsent(key, none -> Pair.begin(one));
    long now = context.currentSystemTimeMs();
    pair.add(one, plan.alpha(), now);
    alert(key, pair, now);
    keep(key, pair, now);
    changed.put(key, pair);
  }

  private void keep(String key, Pair pair, long now) {
    pair.runs(now);
    store.put(key, pair.state());
  }

  private boolean hasRoom(String model) {
    long known = pairs.values().stream().filter(pair -> pair.model().equals(model)).count();
    return known < config.limits().versions();
  }

  /** Cases that share an outcome depend on each other: the first one is counted. */
  private boolean isOutcomeKnown(String key, ScoredCase one) {
    if (one.getOutcome().isEmpty()) {
      return false;
    }
    return outcomes.putIfAbsent(key + '|' + one.getOutcome(), one) != null;
  }

  /**
   * Labels of one outcome come within the time for which labels are awaited; its cases may be in
   * partitions that are read later, where patience by the clock helps.
   */
  private boolean isPast(ScoredCase first, long now) {
    Pair pair = pairs.get(Pair.key(first, config.topics().challenger()));
    long patience = plan.patience().toMillis();
    return pair == null
        || pair.untilAsOf(patience, now)
            > EventChecks.awaitedUntil(first.getKnownAt(), config.model(first.getModel()))
                + patience;
  }

  private void say(String key, Pair pair) {
    forward(key, comparison(pair));
  }

  private Comparison comparison(Pair pair) {
    return pair.comparison(plan.alpha(), config.topics().challenger());
  }

  /**
   * The rule may have been turned on or off before a restart; silences begin and end; a version may
   * be served no more.
   */
  private void lookAgain(String key, Pair pair, long now) {
    if (alert(key, pair, now) || resend(key, pair, now) || now - pair.ranAt() >= NOTE.toMillis()) {
      keep(key, pair, now);
    }
  }

  /** Versions of which no case has come for long make room for others. */
  private void forget(long now) {
    pairs
        .entrySet()
        .removeIf(
            entry -> {
              Pair pair = entry.getValue();
              Duration after = config.model(pair.model()).forgetAfter();
              boolean isForgotten = isQuiet(pair, now) && pair.silence(now) >= after.toMillis();
              if (isForgotten) {
                store.delete(entry.getKey());
                changed.remove(entry.getKey());
                sentAt.remove(entry.getKey());
                forward(entry.getKey(), null);
              }
              return isForgotten;
            });
  }

  private boolean isQuiet(Pair pair, long now) {
    ModelSettings settings = config.model(pair.model());
    long wait = Math.max(QUIET.toMillis(), 2 * settings.labels().maxWait().toMillis());
    return pair.silence(now) >= settings.alert().retireAfter().map(Duration::toMillis).orElse(wait);
  }

  /** Begins or ends the alert, where that is due. */
  private boolean alert(String key, Pair pair, long now) {
    AlertSettings settings = config.model(pair.model()).alert();
    boolean isOn = settings.rules().isOn(Rule.COMPARISON);
    boolean isQuiet = isQuiet(pair, now);
    Better wanted = isOn && !isQuiet ? pair.better() : Better.UNDECIDED;
    Better former = pair.alerted();
    if (wanted == former) {
      return false;
    }
    if (former != Better.UNDECIDED) {
      ComparisonAlert alert = newest(key, pair);
      send(ended(alert, settings, former, isQuiet), pair, now);
    }
    pair.alert(wanted);
    if (wanted != Better.UNDECIDED) {
      send(newest(key, pair).firing(wanted, settings), pair, now);
      sentAt.put(key, now);
    }
    return true;
  }

  private static Alert ended(
      ComparisonAlert alert, AlertSettings settings, Better was, boolean isQuiet) {
    if (!settings.rules().isOn(Rule.COMPARISON)) {
      return alert.off(settings);
    }
    return isQuiet ? alert.quiet(settings) : alert.ended(was, settings);
  }

  /**
   * Sends an open alert again where a silence of it has begun or ended; and with newer numbers now
   * and then, as the monitor does.
   */
  private boolean resend(String key, Pair pair, long now) {
    if (pair.alerted() == Better.UNDECIDED) {
      return false;
    }
    AlertSettings settings = config.model(pair.model()).alert();
    Alert alert =
        Alert.newBuilder(newest(key, pair).firing(pair.alerted(), settings))
            .setSilencedBy(pair.silencedBy())
            .build();
    long interval = settings.resendInterval().toMillis();
    boolean isNews = silences.isNews(alert, now);
    boolean isDue =
        alert.getSilencedBy() == null
            && interval > 0
            && now - sentAt.getOrDefault(key, 0L) >= interval;
    if (isNews || isDue) {
      send(Alert.newBuilder(alert).setRepeated(!isNews).build(), pair, now);
      sentAt.put(key, now);
    }
    return isNews;
  }

  private ComparisonAlert newest(String key, Pair pair) {
    return new ComparisonAlert(key, comparison(pair), pair.raisedAt());
  }

  private void send(Alert news, Pair pair, long now) {
    Alert alert = silences.mark(links.add(news), now);
    pair.silence(alert.getState() == AlertState.RESOLVED ? null : alert.getSilencedBy());
    forward(alert.getFingerprint(), alert);
    LOGGER.info(
        "event=alert state={} repeated={} summary=\"{}\"",
        alert.getState(),
        alert.getRepeated(),
        alert.getSummary());
  }

  /** Brokers refuse what is dated far ahead. */
  private void forward(String key, @Nullable SpecificRecord value) {
    long time = Math.min(context.currentStreamTimeMs(), context.currentSystemTimeMs());
    context.forward(new Record<>(key, value, Math.max(0, time)));
  }
}
