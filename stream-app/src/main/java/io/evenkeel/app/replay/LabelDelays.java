package io.evenkeel.app.replay;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * How long the labels of a model take: from when a prediction was made until its first label was
 * known.
 */
public final class LabelDelays {
  /** Share of the labels that a suggested wait is long enough for. */
  public static final double WAITED_FOR = 0.99;

  private final long predictions;
  private final long events;
  private final long[] delays;

  /**
   * Delays in any order.
   *
   * @param predictions number of predictions, with a label or without
   * @param events number of predictions, labels and corrections
   * @param delays of each labelled prediction, milliseconds
   */
  private LabelDelays(long predictions, long events, long[] delays) {
    this.predictions = predictions;
    this.events = events;
    this.delays = delays;
    Arrays.sort(delays);
  }

  /**
   * Reads all cases once. Keeps eight bytes of each label.
   *
   * @param counted takes the number of cases read so far
   * @return the delays of each model, by its name
   */
  public static SortedMap<String, LabelDelays> of(CaseSource source, LongConsumer counted) {
    Map<String, Counts> counts = new TreeMap<>();
    try (Stream<Case> cases = source.cases()) {
      long read = 0;
      for (var rest = cases.iterator(); rest.hasNext(); ) {
        Case next = rest.next();
        counts.computeIfAbsent(next.prediction().model(), name -> new Counts()).add(next);
        counted.accept(++read);
      }
    }
    SortedMap<String, LabelDelays> delays = new TreeMap<>();
    counts.forEach((model, count) -> delays.put(model, count.delays()));
    return delays;
  }

  /** Mutable: what has been seen of a model. */
  private static final class Counts {
    private final LongStream.Builder delays = LongStream.builder();
    private long predictions;
    private long labels;

    void add(Case one) {
      predictions++;
      labels += one.labels().size();
      if (!one.labels().isEmpty()) {
        delays.add(one.labels().get(0).knownAt() - one.prediction().madeAt());
      }
    }

    LabelDelays delays() {
      return new LabelDelays(predictions, predictions + labels, delays.build().toArray());
    }
  }

  /** The number of predictions, labels and corrections. */
  public long events() {
    return events;
  }

  /** The number of predictions. */
  public long predictions() {
    return predictions;
  }

  /** The number of predictions that got a label. */
  public long labelled() {
    return delays.length;
  }

  /**
   * The delay that a share of the labels does not exceed.
   *
   * @param share in (0, 1]
   * @throws IllegalStateException if there are no labels
   */
  public Duration quantile(double share) {
    if (delays.length == 0) {
      throw new IllegalStateException("there are no labels");
    }
    int rank = (int) Math.ceil(share * delays.length);
    return Duration.ofMillis(delays[Math.max(rank, 1) - 1]);
  }

  /** The share of the labels, in [0, 1], that take longer than a time; NaN without labels. */
  public double shareLaterThan(Duration time) {
    long later = Arrays.stream(delays).filter(delay -> delay > time.toMillis()).count();
    return later / (double) delays.length;
  }

  /**
   * The {@code labels.wait} that is long enough for {@link #WAITED_FOR} of the labels: in whole
   * seconds, minutes, hours or days, at least two of them where it is longer than a second.
   *
   * @throws IllegalStateException if there are no labels
   */
  public Duration suggestedWait() {
    long millis = quantile(WAITED_FOR).toMillis();
    long unit =
        LongStream.of(86_400_000, 3_600_000, 60_000)
            .filter(candidate -> millis >= 2 * candidate)
            .findFirst()
            .orElse(1000);
    return Duration.ofMillis(-Math.floorDiv(-millis, unit) * unit);
  }
}
