package io.evenkeel.app.backtest;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.Event;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.runtime.InProcessTopology;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.app.topology.DeadLetters;
import io.evenkeel.app.topology.UnloggedStores;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Verdict;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * A history as the application would have lived through it: mutable, for one run. Events arrive in
 * the order of their delivery, each no later than a step after it, and the processors publish and
 * judge at multiples of {@code monitor.emit-interval}: after events, until nothing new is written,
 * and wherever time alone may change something. Between these the clock does not stop. So the
 * alerts are those of a live run, and their times are accurate to a step.
 *
 * <p>Everything is kept in memory: what waits for a label, the panes that may change, and a few
 * bytes of each window.
 */
public final class Backtest implements AutoCloseable {
  /** Stores that are written at every look while time goes on without events, and for nothing. */
  private static final Set<String> TIME_ONLY = Set.of(StoreNames.CLOCKS, StoreNames.FRONTIERS);

  /** Looks in a row at which nothing is written after which nothing will be: one per stage. */
  private static final int QUIET_LOOKS = 2;

  private final AppConfig config;
  private final Listener listener;
  private final InProcessTopology app;
  private final Stops stops;
  private final UnloggedStores stores = new UnloggedStores();
  private final long interval;
  private final AlertLog alerts = new AlertLog();
  private final Map<SeriesKey, SeriesLog> series =
      new TreeMap<>(Comparator.comparing(SeriesKey::key));
  private final SortedMap<String, Long> deadLetters = new TreeMap<>();
  private final SortedMap<String, String> firstOfReason = new TreeMap<>();
  private final Map<String, Long> lastPredictions = new HashMap<>();
  private final Map<String, TargetSpace> spaces = new HashMap<>();
  private long now;
  private int quiet = QUIET_LOOKS;
  private long events;

  /** Takes what happens, while it happens. */
  public interface Listener {
    /** An event was processed that was delivered at this time, milliseconds since 1970. */
    default void delivered(long delivery) {}

    /** The application has looked at its windows at this time, milliseconds since 1970. */
    default void reached(long time) {}

    /** A verdict was issued. */
    default void judged(Verdict verdict) {}
  }

  private Backtest(AppConfig config, Listener listener, Path state, long start) {
    this.config = config.withoutProvisionalVerdicts();
    this.listener = listener;
    this.interval = config.monitor().emitInterval().toMillis();
    this.stops = new Stops(config);
    this.now = Math.floorDiv(start, interval) * interval;
    Map<String, Object> options = new HashMap<>(InProcessTopology.IN_MEMORY);
    options.putAll(stores.properties());
    this.app = new InProcessTopology(this.config, state, Instant.ofEpochMilli(now), options);
  }

  /**
   * Lives through all events, until no window is open any more.
   *
   * @param config how the models are watched; no broker is needed
   * @param source the events, in the order of their delivery
   * @param state an empty folder, for whatever Kafka Streams keeps in files
   * @param listener takes what happens
   * @throws IllegalArgumentException if there are no events
   */
  public static Result run(AppConfig config, EventSource source, Path state, Listener listener) {
    try (Stream<Event> all = source.events()) {
      var events = all.iterator();
      if (!events.hasNext()) {
        throw new IllegalArgumentException("there are no events");
      }
      Event first = events.next();
      try (Backtest run = new Backtest(config, listener, state, first.delivery())) {
        run.deliver(first);
        while (events.hasNext()) {
          run.deliver(events.next());
        }
        return run.end();
      }
    }
  }

  private void deliver(Event event) {
    long step = stops.step(event.model());
    goOn(-Math.floorDiv(-event.delivery(), step) * step);
    takeDeadLetters(null); // Labels whose prediction did not come: not of the model of this event.
    if (event instanceof Event.Predicted predicted) {
      app.predict(predicted.value());
      spaces.put(event.model(), predicted.value().distribution().space());
      lastPredictions.merge(event.model(), event.time(), Math::max);
    } else {
      app.label(((Event.Labelled) event).value());
    }
    stops.arrived(
        event.model(), event instanceof Event.Predicted ? "predictions|" : "labels|", now);
    takeDeadLetters(SeriesKey.whole(event.model(), event.version()));
    events++;
    quiet = 0;
    listener.delivered(event.delivery());
  }

  /** Lets the clock come to this time. */
  private void goOn(long until) {
    while (true) {
      long next = quiet < QUIET_LOOKS ? tickAfter(now) : tickFrom(stops.after(now));
      if (next > until) {
        break;
      }
      quiet = quiet < QUIET_LOOKS ? quiet : 0;
      passTo(next);
      look();
    }
    passTo(until);
  }

  private void passTo(long time) {
    if (time > now) {
      app.pass(Duration.ofMillis(time - now));
      now = time;
    }
  }

  private long tickAfter(long time) {
    return (Math.floorDiv(time, interval) + 1) * interval;
  }

  private long tickFrom(long time) {
    return time == Long.MAX_VALUE ? time : tickAfter(time - 1);
  }

  private void look() {
    Instant at = Instant.ofEpochMilli(now);
    List<Alert> sent = app.alerts();
    List<Verdict> judged = app.verdicts();
    sent.forEach(alert -> alerts.add(at, alert));
    judged.forEach(verdict -> series(key(verdict)).judged(verdict));
    judged.forEach(listener::judged);
    app.recalibrations().forEach(map -> series(key(map)).published(map));
    takeDeadLetters(null);
    boolean wrote = wrote();
    listener.reached(now);
    quiet = !wrote && sent.isEmpty() && judged.isEmpty() ? quiet + 1 : 0;
  }

  /** Whether anything was written that is not written just because time goes on. */
  private boolean wrote() {
    Set<String> topics = app.dropUnread();
    topics.removeIf(topic -> topic.endsWith("-repartition"));
    Set<String> written = stores.takeWritten();
    written.removeAll(TIME_ONLY);
    return !topics.isEmpty() || !written.isEmpty();
  }

  private static SeriesKey key(Verdict verdict) {
    return new SeriesKey(verdict.getModel(), verdict.getVersion(), verdict.getSegment());
  }

  private static SeriesKey key(PublishedMap map) {
    return new SeriesKey(map.getModel(), map.getVersion(), map.getSegment());
  }

  private SeriesLog series(SeriesKey key) {
    return series.computeIfAbsent(key, SeriesLog::new);
  }

  /** Counts what could not be used, of a version of a model if it is known to be of that. */
  private void takeDeadLetters(@Nullable SeriesKey of) {
    for (TestRecord<String, byte[]> letter : app.deadLetters()) {
      String code = text(letter, DeadLetters.REASON);
      deadLetters.merge(code, 1L, Long::sum);
      firstOfReason.computeIfAbsent(
          code, first -> "key '" + letter.key() + "': " + text(letter, DeadLetters.MESSAGE));
      if (of != null) {
        series(of).deadLetter(code);
      }
    }
  }

  private static String text(TestRecord<String, byte[]> letter, String header) {
    return new String(letter.headers().lastHeader(header).value(), StandardCharsets.UTF_8);
  }

  private Result end() {
    long end = now;
    for (var last : lastPredictions.entrySet()) {
      Instant closed =
          Replayer.closing(Instant.ofEpochMilli(last.getValue()), config.model(last.getKey()));
      end = Math.max(end, closed.toEpochMilli());
    }
    goOn(end + config.monitor().idleTimeout().toMillis() + (1 + QUIET_LOOKS) * interval);
    List<SeriesSummary> summaries =
        series.entrySet().stream()
            .map(entry -> entry.getValue().summary(tolerable(entry.getKey().model())))
            .toList();
    // The last labels still wait for their predictions; what else happens then is of the end.
    passTo(now + config.monitor().earlyLabelWait().toMillis() + interval);
    takeDeadLetters(null);
    return new Result(
        events,
        alerts.changes().stream().filter(change -> !isOfTheEnd(change.alert())).toList(),
        summaries,
        deadLetters,
        firstOfReason);
  }

  private double tolerable(String model) {
    TargetSpace space = spaces.get(model);
    return space == null ? 0 : config.model(model).evidence().tolerance().nats(space);
  }

  /** Whether it says no more than that the file has no predictions after its last one. */
  private boolean isOfTheEnd(Alert alert) {
    Long last = lastPredictions.get(alert.getModel());
    Duration window = config.model(alert.getModel()).window().size();
    return alert.getState() == AlertState.NO_DATA
        && last != null
        && alert.getUpdatedAt().minus(window).toEpochMilli() >= last;
  }

  @Override
  public void close() {
    app.close();
  }
}
