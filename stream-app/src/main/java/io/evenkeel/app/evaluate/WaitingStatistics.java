package io.evenkeel.app.evaluate;

import io.evenkeel.core.expected.LossMonitor;
import io.evenkeel.core.moments.ExpectedScoreMoments;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Mutable: the sums from which the scores of rows that wait for their labels are foretold. Labelled
 * rows lie in panes as long as the time that waits, but in at least 20 and at most 200 of them.
 * Their scores are foretold as well, as long before their labels as those of the last row that
 * waits, so that the interval allows for how far such estimates were off.
 */
final class WaitingStatistics {
  private static final int LEAST_PANES = 20;
  private static final int MOST_PANES = 200;

  private final ExpectedScoreMoments moments;
  private final WaitingSpan span;
  private final long length;
  private final SortedMap<Long, double[]> panes = new TreeMap<>();
  private final double[] waiting;
  private final ExpectedScoreMoments.ForecastAdder adder;
  private long rows;
  private long from = Long.MAX_VALUE;

  private WaitingStatistics(TargetSpace space, WaitingSpan span) {
    this.moments = new ExpectedScoreMoments(space);
    this.span = span;
    long labelled = span.lastLabelled() - span.firstLabelled() + 1;
    long least = Math.max(1, labelled / MOST_PANES);
    length = Math.max(least, Math.min(span.length(), labelled / LEAST_PANES));
    waiting = new double[moments.forecastLength()];
    adder = moments.forecasts(waiting, 0);
  }

  /** Those of a file, unless nothing waits or its scores cannot be foretold. */
  static Optional<WaitingStatistics> of(TargetSpace space, WaitingSpan span) {
    return span.isSome() && ExpectedScoreMoments.suits(space)
        ? Optional.of(new WaitingStatistics(space, span))
        : Optional.empty();
  }

  void add(Observation row) {
    long pane = (row.place().madeAt() - span.firstLabelled()) / length;
    double[] sums = panes.computeIfAbsent(pane, any -> new double[moments.length()]);
    moments.accumulator(sums, 0).add(row.prediction(), row.target(), 1);
  }

  void addWaiting(PredictiveDistribution prediction, long madeAt) {
    if (madeAt > span.lastLabelled()) {
      adder.add(prediction, 1);
      rows++;
      from = Math.min(from, madeAt);
    }
  }

  Waiting report() {
    LossMonitor monitor = new LossMonitor(moments);
    List<double[]> all = new ArrayList<>(panes.values());
    List<LossMonitor.Expectation> expectations = new ArrayList<>();
    int lag = (int) Math.min(all.size(), 1 + (span.length() - 1) / length);
    for (int t = 0; t < all.size() + lag; t++) {
      if (t >= lag) {
        monitor.check(expectations.get(t - lag), all.get(t - lag), all.get(t - lag));
        monitor.learn(all.get(t - lag));
      }
      if (t < all.size()) {
        expectations.add(monitor.expect(all.get(t)));
      }
    }
    return new Waiting(rows, from, span.lastWaiting(), monitor.expect(waiting).losses());
  }
}
