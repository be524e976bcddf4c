package io.evenkeel.app.runtime;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.RequestSize;
import io.evenkeel.app.config.TopicNames;
import java.util.List;

/**
 * A topic as the application needs it.
 *
 * @param name its name
 * @param cleanup its {@code cleanup.policy}
 * @param scaled whether it has as many partitions as the predictions; otherwise it carries little
 *     and has one
 * @param room the most bytes of a record that the application writes to it, with its frame; 0 if it
 *     writes none
 */
public record TopicSpec(String name, Cleanup cleanup, boolean scaled, int room) {

  /** A little less than what brokers take by default, and more than any public record. */
  private static final int PUBLIC = 1 << 20;

  /** How a topic loses records. */
  public enum Cleanup {
    /** By age or size. */
    DELETE("delete"),
    /** Only those that a newer one of the same key replaces. */
    COMPACT("compact");

    private final String policy;

    Cleanup(String policy) {
      this.policy = policy;
    }

    /** The value of {@code cleanup.policy}. */
    public String policy() {
      return policy;
    }
  }

  /**
   * The topics of the application that applies maps, predictions first as they come. The
   * recalibrated ones are as large as those, with headers more.
   */
  static List<TopicSpec> ofMaps(AppConfig config) {
    TopicNames names = config.topics();
    return List.of(
        new TopicSpec(names.predictions(), Cleanup.DELETE, true, 0),
        new TopicSpec(
            names.recalibrated(), Cleanup.DELETE, true, RequestSize.request(config.kafka())),
        new TopicSpec(names.recalibrations(), Cleanup.COMPACT, false, 0));
  }

  /** The topics of the application that compares two versions, those that it joins first. */
  static List<TopicSpec> ofComparison(AppConfig config) {
    TopicNames names = config.topics();
    return List.of(
        new TopicSpec(names.predictions(), Cleanup.DELETE, true, 0),
        new TopicSpec(names.challenger(), Cleanup.DELETE, true, 0),
        new TopicSpec(names.labels(), Cleanup.DELETE, true, 0),
        new TopicSpec(names.comparisons(), Cleanup.COMPACT, false, PUBLIC),
        new TopicSpec(names.alerts(), Cleanup.COMPACT, false, PUBLIC),
        new TopicSpec(names.silences(), Cleanup.COMPACT, false, 0));
  }

  /** Every topic of the application but its internal ones, predictions and labels first. */
  public static List<TopicSpec> of(AppConfig config) {
    TopicNames names = config.topics();
    return List.of(
        new TopicSpec(names.predictions(), Cleanup.DELETE, true, 0),
        new TopicSpec(names.labels(), Cleanup.DELETE, true, 0),
        new TopicSpec(
            names.profiles(), Cleanup.COMPACT, false, RequestSize.request(config.kafka())),
        new TopicSpec(names.series(), Cleanup.COMPACT, false, PUBLIC),
        new TopicSpec(names.verdicts(), Cleanup.DELETE, true, PUBLIC),
        new TopicSpec(names.metrics(), Cleanup.DELETE, true, PUBLIC),
        new TopicSpec(names.alerts(), Cleanup.COMPACT, false, PUBLIC),
        new TopicSpec(names.recalibrations(), Cleanup.COMPACT, false, PUBLIC),
        new TopicSpec(names.silences(), Cleanup.COMPACT, false, 0),
        new TopicSpec(names.deadLetters(), Cleanup.DELETE, true, PUBLIC));
  }
}
