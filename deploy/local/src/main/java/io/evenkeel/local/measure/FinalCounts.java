package io.evenkeel.local.measure;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.TopicFollower;
import io.evenkeel.app.replay.ExpectedCounts.Count;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Compares the counts of final verdicts, as they come, with those that they have to have. A window
 * is right if all of its final verdicts are, which are one or say the same.
 */
final class FinalCounts implements AutoCloseable {
  private final Map<Window, Count> expected;
  private final Predicate<Window> compared;
  private final Set<Window> seen = ConcurrentHashMap.newKeySet();
  private final Set<Window> wrong = ConcurrentHashMap.newKeySet();
  private final TopicFollower<?> follower;

  /** Begins to read verdicts; all of them have to be expected. */
  FinalCounts(AppConfig config, Map<Window, Count> expected) {
    this(config, expected, window -> true);
  }

  /**
   * Begins to read verdicts.
   *
   * @param expected windows that have to have a verdict
   * @param compared whether a window is looked at; those that are expected must be
   */
  FinalCounts(AppConfig config, Map<Window, Count> expected, Predicate<Window> compared) {
    this.expected = Map.copyOf(expected);
    this.compared = compared;
    follower =
        new TopicFollower<>(
            KafkaProperties.clients(config),
            List.of(config.topics().verdicts()),
            AvroSerdes.of(config.serde(), config.topics()).deserializer(),
            this::compare);
    follower.start();
  }

  private void compare(Object record) {
    if (record instanceof Verdict verdict
        && verdict.getStatus() == VerdictStatus.FINAL
        && verdict.getPredictions() > 0) {
      Window window = Window.of(verdict);
      if (!compared.test(window)) {
        return;
      }
      if (!Count.of(verdict).equals(expected.get(window))) {
        wrong.add(window);
      }
      seen.add(window);
    }
  }

  /** Whether all windows that have to have a final verdict have one, right or wrong. */
  boolean complete() {
    return seen.containsAll(expected.keySet());
  }

  /** The number of windows with a final verdict. */
  int seen() {
    return seen.size();
  }

  /** The number of windows with a final verdict whose counts are right. */
  long right() {
    return seen.stream().filter(window -> !wrong.contains(window)).count();
  }

  /** The number of windows with a final verdict whose counts are wrong. */
  int wrong() {
    return wrong.size();
  }

  /** The number of windows that have to have one. */
  int expected() {
    return expected.size();
  }

  @Override
  public void close() {
    follower.close();
  }
}
