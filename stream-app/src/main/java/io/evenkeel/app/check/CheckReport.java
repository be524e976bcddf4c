package io.evenkeel.app.check;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found.
 *
 * @param whole whether everything was read that both topics hold
 * @param leftOut how many records were not read because there are too many
 * @param topics what was read, predictions first
 * @param offences what the application would put among the dead letters, by topic and reason
 * @param models by model, how predictions and labels meet
 * @param unmatched labels whose prediction was not read and that are no offences: it may be outside
 *     of the range, have been deleted, or still come
 */
public record CheckReport(
    boolean whole,
    long leftOut,
    List<TopicCount> topics,
    List<Offence> offences,
    List<ModelJoin> models,
    long unmatched) {

  /** Copies the lists. */
  public CheckReport {
    topics = List.copyOf(topics);
    offences = List.copyOf(offences);
    models = List.copyOf(models);
  }

  /** Whether there were events and every one that was read can be used. */
  public boolean passed() {
    return offences.isEmpty() && topics.stream().anyMatch(topic -> topic.events() > 0);
  }

  /**
   * What was read of a topic.
   *
   * @param topic its name
   * @param events records with a value
   * @param heartbeats records that say how far event time has come
   * @param duplicates events that say again what an earlier one said, which is no fault
   * @param rejected events and heartbeats that cannot be used
   */
  public record TopicCount(
      String topic, long events, long heartbeats, long duplicates, long rejected) {}

  /**
   * Events of a topic that are rejected for one reason.
   *
   * @param topic name of the topic
   * @param reason code of the reason, as in the header of a dead letter
   * @param count how many there are
   * @param remedy what to do
   * @param first the first of them
   */
  public record Offence(
      String topic, String reason, long count, String remedy, List<Offender> first) {}

  /**
   * An event that is rejected.
   *
   * @param partition where it is
   * @param offset where it is
   * @param key its key
   * @param message what is wrong
   */
  public record Offender(int partition, long offset, @Nullable String key, String message) {}

  /**
   * How the predictions and labels of a model meet.
   *
   * @param model its name
   * @param predictions different predictions
   * @param firstMadeAt when the first of them was made, in milliseconds since 1970
   * @param lastMadeAt when the last of them was made
   * @param labelled those of them whose label was read
   * @param corrections labels that replaced a former one
   * @param delays what passed from a prediction to its first label; null without labels
   */
  public record ModelJoin(
      String model,
      long predictions,
      long firstMadeAt,
      long lastMadeAt,
      long labelled,
      long corrections,
      @Nullable Delays delays) {

    /** The share of predictions whose label was read. */
    public double coverage() {
      return predictions == 0 ? 0 : (double) labelled / predictions;
    }
  }

  /**
   * Quantiles of label delays in milliseconds: each the smallest delay that so many labels do not
   * exceed.
   *
   * @param least the smallest; negative if a label was known before its prediction was made
   * @param median half of them
   * @param most90 nine in ten
   * @param most99 99 in 100
   * @param most all
   */
  public record Delays(long least, long median, long most90, long most99, long most) {

    /** The quantiles of sorted delays, at least one. */
    static Delays of(long[] sorted) {
      return new Delays(
          sorted[0],
          quantile(sorted, 50),
          quantile(sorted, 90),
          quantile(sorted, 99),
          sorted[sorted.length - 1]);
    }

    private static long quantile(long[] sorted, long percent) {
      return sorted[(int) ((percent * sorted.length + 99) / 100) - 1];
    }
  }
}
