package io.evenkeel.app.judge;

import io.evenkeel.app.alert.Problem;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.Doubles;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.verdict.Foretold;
import io.evenkeel.core.expected.LossMonitor;
import io.evenkeel.core.moments.ExpectedScoreMoments;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Foretells the scores of windows whose labels are awaited: mutable, made for one look.
 *
 * <p>A window is foretold once, when all of its predictions have been seen, from the labels of the
 * panes that end {@link #lag} earlier or before. So what is said depends on event time alone, and a
 * replay says the same. Only where {@code labels.min-coverage} lets panes be final sooner, it is
 * said from all that are final.
 *
 * <p>Invariants: a pane is learned from once, when its labels are all in, in the order of event
 * time; a window is checked just before its last pane is learned from; windows that are checked do
 * not overlap, and at most {@value #MOST_AWAITED} of them wait for their labels.
 */
final class ExpectedScores {
  private static final int MOST_AWAITED = 16;

  /** Labels seem to show a change that is none not more often than this, nor once in 500 panes. */
  private static final long BETWEEN_FALSE_CHANGES = Duration.ofDays(365).toMillis();

  private static final double LEAST_PANES = 500;

  private final ModelSettings settings;
  private final PaneGrid cut;
  private final NavigableMap<Long, MergedPane> panes;
  private final @Nullable LossMonitor monitor;

  /** What was expected of windows whose labels are awaited, as numbers: most looks only keep it. */
  private final NavigableMap<Long, Doubles> awaited = new TreeMap<>();

  private final NavigableMap<Long, Expected> foretold = new TreeMap<>();
  private final State before;
  private long through;
  private long learnedThrough;
  private long labelledThrough;

  /**
   * What was expected of a window.
   *
   * @param labelledThrough end of the newest pane with labels that had been learned from,
   *     milliseconds since 1970; 0 before the first
   */
  private record Expected(long labelledThrough, LossMonitor.Expectation scores) {

    Doubles toDoubles() {
      return Doubles.of(
          DoubleStream.concat(
                  DoubleStream.of((double) labelledThrough), Arrays.stream(scores.toArray()))
              .toArray());
    }

    static Expected of(ExpectedScoreMoments moments, Doubles doubles) {
      double[] numbers = doubles.toArray();
      return new Expected(
          (long) numbers[0],
          LossMonitor.Expectation.of(moments, Arrays.copyOfRange(numbers, 1, numbers.length)));
    }
  }

  /**
   * Where it stands.
   *
   * @param through windows that end by this have been foretold, milliseconds since 1970
   * @param learnedThrough panes that end by this have been learned from, milliseconds since 1970
   * @param labelledThrough end of the newest of them that has labels; 0 before the first
   * @param monitor the state of a {@link LossMonitor}; empty before the first pane
   * @param awaited what was expected of windows whose labels are awaited, by their ends
   */
  record State(
      long through,
      long learnedThrough,
      long labelledThrough,
      Doubles monitor,
      Map<Long, Doubles> awaited) {
    /** Before the first pane. */
    static final State NONE = new State(0, 0, 0, Doubles.NONE, Map.of());

    private static final int HEAD = 5;

    /** Of a state of before it was known which panes have labels. */
    private static final int FORMER_HEAD = 4;

    /** Copies the map. */
    State {
      awaited = Map.copyOf(awaited);
    }

    /** The state of what {@link #toArray} gave. */
    static State of(double[] numbers) {
      boolean isFormer = numbers[2] >= 0;
      int head = isFormer ? FORMER_HEAD : HEAD;
      int entries = head + (int) (isFormer ? numbers[2] : -1 - numbers[2]);
      int entry = (int) numbers[3];
      Map<Long, Doubles> awaited = new TreeMap<>();
      for (int from = entries; from < numbers.length; from += 1 + entry) {
        awaited.put(
            (long) numbers[from],
            Doubles.of(Arrays.copyOfRange(numbers, from + 1, from + 1 + entry)));
      }
      return new State(
          (long) numbers[0],
          (long) numbers[1],
          (long) numbers[isFormer ? 1 : FORMER_HEAD],
          Doubles.of(Arrays.copyOfRange(numbers, head, entries)),
          awaited);
    }

    /**
     * This as numbers: two times, the length of the monitor as -1 - length, that of a window, the
     * time of labels, the monitor, and each window after its end.
     */
    double[] toArray() {
      double[] kept = monitor.toArray();
      int entry = awaited.values().stream().findFirst().map(one -> one.toArray().length).orElse(0);
      DoubleStream head =
          DoubleStream.of(
              (double) through,
              (double) learnedThrough,
              -1 - kept.length,
              entry,
              (double) labelledThrough);
      Stream<DoubleStream> windows =
          new TreeMap<>(awaited)
              .entrySet().stream()
                  .map(
                      window ->
                          DoubleStream.concat(
                              DoubleStream.of((double) window.getKey()),
                              Arrays.stream(window.getValue().toArray())));
      return Stream.concat(Stream.of(head, Arrays.stream(kept)), windows)
          .flatMapToDouble(one -> one)
          .toArray();
    }
  }

  /**
   * A walk that goes on where the last look ended.
   *
   * @param panes the panes that are kept, by start
   */
  ExpectedScores(ModelSettings settings, NavigableMap<Long, MergedPane> panes, State state) {
    this.settings = settings;
    this.cut = PaneGrid.of(settings.window());
    this.panes = panes;
    this.before = state;
    this.through = state.through;
    this.learnedThrough = state.learnedThrough;
    this.labelledThrough = state.labelledThrough;
    ScoreSums any =
        panes.values().stream()
            .map(MergedPane::scores)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    this.monitor = any == null ? null : read(any.moments());
  }

  /** The monitor of the state; a new one if the state is of another kind of target. */
  private LossMonitor read(ExpectedScoreMoments moments) {
    double between = Math.max(LEAST_PANES, (double) BETWEEN_FALSE_CHANGES / cut.length());
    double[] numbers = before.monitor.toArray();
    if (numbers.length != LossMonitor.length(moments)) {
      return new LossMonitor(moments, between);
    }
    awaited.putAll(before.awaited);
    return LossMonitor.of(moments, between, numbers);
  }

  /** How much earlier than its window the newest labels are, milliseconds; a multiple of a pane. */
  private long lag() {
    return cut.length() * parts(settings.labels().maxWait().toMillis(), cut.length());
  }

  /**
   * Foretells the windows whose predictions have all been seen, and learns from labels.
   *
   * @param finalThrough panes that end by this were final before, milliseconds since 1970
   * @param isComplete whether a pane gets no more predictions
   */
  void advance(
      Watermarks.Watermark watermark, long finalThrough, Predicate<MergedPane> isComplete) {
    LossMonitor known = monitor;
    if (known == null) {
      return;
    }
    boolean isEarly = settings.labels().minCoverage().isPresent();
    long labels = isEarly ? finalThrough : watermark.labels();
    long lag = isEarly ? 0 : lag();
    for (MergedPane pane : panes.tailMap(through).values()) {
      if (!isComplete.test(pane)) {
        break;
      }
      long end = cut.endOf(pane.start());
      learn(known, Math.min(end - lag, labels));
      foretell(known, end);
    }
    learn(known, Math.min(watermark.predictions() - lag, labels));
    // Where predictions stopped and labels did not, before the panes are forgotten.
    learn(known, finalThrough - cut.window());
  }

  /** End of the next pane whose window is to be foretold, milliseconds since 1970. */
  long nextDue() {
    Long next = monitor == null ? null : panes.ceilingKey(through);
    return next == null ? Long.MAX_VALUE : cut.endOf(next);
  }

  private void foretell(LossMonitor known, long end) {
    ScoreSums window = window(end);
    if (window != null) {
      Expected expected = new Expected(labelledThrough, known.expect(window.forecasts()));
      foretold.put(end, expected);
      awaited.keySet().removeIf(older -> !isChecked(older));
      awaited.put(end, expected.toDoubles());
    }
    through = end;
  }

  private @Nullable ScoreSums window(long end) {
    return ScoreSums.of(panes.subMap(cut.windowStart(end), end).values());
  }

  /**
   * Whether the window that ends at the time is checked against its labels: the first one that ends
   * at a multiple of a stride or after it, which predictions of a few hours a day may never meet.
   */
  private boolean isChecked(long end) {
    long windows = parts(lag(), cut.window()) + 1;
    long stride = cut.window() * parts(windows, MOST_AWAITED);
    Long previous = panes.lowerKey(end - cut.length());
    return previous == null || cut.endOf(previous) / stride < end / stride;
  }

  /** How many parts of a length cover the whole. */
  private static long parts(long whole, long length) {
    return (whole + length - 1) / length;
  }

  /** Learns from the panes that end by the time. */
  private void learn(LossMonitor known, long time) {
    for (MergedPane pane : panes.tailMap(learnedThrough).values()) {
      long end = cut.endOf(pane.start());
      if (end > time) {
        break;
      }
      check(known, end);
      ScoreSums scores = pane.scores();
      if (scores != null) {
        known.learn(scores.labelled());
        labelledThrough = scores.areLabelled() ? end : labelledThrough;
      }
      learnedThrough = end;
    }
  }

  private void check(LossMonitor known, long end) {
    Expected expected = awaited(known, end).orElse(null);
    ScoreSums window = expected == null ? null : window(end);
    if (expected != null && window != null && isChecked(end)) {
      known.check(expected.scores, window.forecasts(), window.labelled());
    }
    awaited.headMap(end, true).clear();
  }

  /** Whether this look has something to say for the first time of the window that ends then. */
  boolean isNews(long end) {
    return foretold.containsKey(end) && at(end).filter(one -> !one.isOfFewLabels()).isPresent();
  }

  /** What was expected of the window that ends at the time, if that is still known. */
  Optional<Foretold> at(long end) {
    LossMonitor known = monitor;
    return known == null
        ? Optional.empty()
        : Optional.ofNullable(foretold.get(end))
            .or(() -> awaited(known, end))
            .map(
                expected ->
                    new Foretold(
                        expected.scores.losses(), known.coverage(), expected.labelledThrough));
  }

  private Optional<Expected> awaited(LossMonitor known, long end) {
    return Optional.ofNullable(awaited.get(end))
        .map(numbers -> Expected.of(known.moments(), numbers));
  }

  /** Shifts of the pane that ends at the time, with what they do to scores where that is known. */
  Map<Rule, Problem> withEffect(long end, Map<Rule, Problem> shifts) {
    Map<Rule, Problem> all = new EnumMap<>(Rule.class);
    Optional<String> effect = at(end).flatMap(Foretold::effect);
    shifts.forEach((rule, shift) -> all.put(rule, effect.map(shift::with).orElse(shift)));
    return all;
  }

  /** Where it stands now. */
  State state() {
    if (monitor == null) {
      return before;
    }
    return new State(
        through, learnedThrough, labelledThrough, Doubles.of(monitor.toArray()), awaited);
  }
}
