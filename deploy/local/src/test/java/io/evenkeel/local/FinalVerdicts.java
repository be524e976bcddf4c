package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.codec.Columns;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.TopicFollower;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ExpectedCounts;
import io.evenkeel.app.replay.ExpectedCounts.Count;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Follows verdicts and alerts, and keeps the newest final verdict of each window. */
public final class FinalVerdicts implements AutoCloseable {
  /** How often the window was looked at, and how far had been read by then. */
  private static final Set<String> OF_THE_RUN =
      Set.of("revision", "summary", "provenance_predictions_through", "provenance_labels_through");

  private static final Set<String> OFFSETS =
      Set.of("provenance_predictions_from", "provenance_labels_from");

  private final ConcurrentSkipListMap<Window, Verdict> verdicts = new ConcurrentSkipListMap<>();
  private final List<Alert> alerts = new CopyOnWriteArrayList<>();
  private final AtomicInteger provisional = new AtomicInteger();
  private final Set<String> judged = ConcurrentHashMap.newKeySet();
  private final TopicFollower<?> follower;

  FinalVerdicts(AppConfig config) {
    follower =
        new TopicFollower<>(
            KafkaProperties.clients(config),
            List.of(config.topics().alerts(), config.topics().verdicts()),
            AvroSerdes.of(config.serde(), config.topics()).deserializer(),
            this::keep);
    follower.start();
  }

  private void keep(Object record) {
    if (record instanceof Verdict verdict && verdict.getLabelled() > 0) {
      judged.add(verdict.getModel());
    }
    if (record instanceof Alert alert) {
      alerts.add(alert);
    } else if (record instanceof Verdict verdict && verdict.getStatus() != VerdictStatus.FINAL) {
      provisional.incrementAndGet();
    } else if (record instanceof Verdict verdict && verdict.getPredictions() > 0) {
      // A window in which predictions are missing has nothing to count.
      verdicts.put(
          new Window(
              verdict.getModel(),
              verdict.getVersion(),
              verdict.getSegment(),
              verdict.getWindowStart()),
          verdict);
    }
  }

  SortedMap<Window, Verdict> verdicts() {
    return verdicts;
  }

  /** The number of verdicts seen that were not final. */
  int provisional() {
    return provisional.get();
  }

  /** Whether there is any verdict of the model with a label. */
  boolean judged(String model) {
    return judged.contains(model);
  }

  List<Alert> alerts() {
    return alerts;
  }

  /** Waits for an alert that fires, with the verdict that made it fire. */
  Alert firing() {
    await().atMost(Duration.ofMinutes(2)).until(() -> fired().isPresent());
    return fired().orElseThrow();
  }

  private Optional<Alert> fired() {
    return alerts.stream()
        .filter(alert -> alert.getState() == AlertState.FIRING && alert.getVerdict() != null)
        .findFirst();
  }

  /**
   * Waits until each event is counted once, in its windows. What is expected is worked out once:
   * the processors are needed elsewhere.
   */
  void awaitAll(EventSource source, AppConfig config) {
    SortedMap<Window, Count> expected = new TreeMap<>(ExpectedCounts.of(source, config::model));
    await()
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(() -> assertThat(counts()).isEqualTo(expected));
  }

  SortedMap<Window, Count> counts() {
    SortedMap<Window, Count> counts = new TreeMap<>();
    verdicts.forEach(
        (window, verdict) ->
            counts.put(window, new Count(verdict.getPredictions(), verdict.getLabelled())));
    return counts;
  }

  /** Fails if the verdicts differ. */
  static void assertSame(SortedMap<Window, Verdict> actual, SortedMap<Window, Verdict> expected) {
    assertSame(actual, expected, Set.of());
  }

  /** Fails if the verdicts differ, but for the places of their events in the topics. */
  public static void assertSameButOffsets(
      SortedMap<Window, Verdict> actual, SortedMap<Window, Verdict> expected) {
    assertSame(actual, expected, OFFSETS);
  }

  /** The same beside other models, with which a model shares the budget of false alarms. */
  static void assertSameBesideOthers(
      SortedMap<Window, Verdict> actual, SortedMap<Window, Verdict> expected) {
    Set<String> others = new HashSet<>(OFFSETS);
    others.addAll(Set.of("evidence_log_threshold", "evidence_detectable_gain"));
    assertSame(actual, expected, others);
  }

  private static void assertSame(
      SortedMap<Window, Verdict> actual,
      SortedMap<Window, Verdict> expected,
      Set<String> notCompared) {
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    expected.forEach(
        (window, verdict) ->
            assertSameNumbers(Objects.requireNonNull(actual.get(window)), verdict, notCompared));
  }

  /** Sums merge in another order, so numbers may differ by rounding. */
  private static void assertSameNumbers(Verdict actual, Verdict expected, Set<String> notCompared) {
    Map<String, @Nullable Object> columns = Columns.of(actual);
    Columns.of(expected)
        .forEach(
            (name, value) -> {
              if (!OF_THE_RUN.contains(name) && !notCompared.contains(name)) {
                assertThat(columns.get(name))
                    .as(name)
                    .usingRecursiveComparison()
                    .withComparatorForType(FinalVerdicts::compare, Double.class)
                    .isEqualTo(value);
              }
            });
  }

  private static int compare(double a, double b) {
    return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)) ? 0 : Double.compare(a, b);
  }

  @Override
  public void close() {
    follower.close();
  }
}
