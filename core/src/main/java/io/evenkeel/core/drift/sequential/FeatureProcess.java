package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.internal.LogSum;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The evidence that one feature has drifted, step after step: mutable. For each bet f, P ← (P + γ)
 * Π f/M, that is, γ for every step at which a change may have begun; the e-value is their mean.
 */
final class FeatureProcess {
  /** The logarithm of a process before its first step: below that of any double. */
  static final double NOTHING = -745;

  private final Feature feature;
  private final double[] logProcesses;
  private ChangeSums changes;
  private @Nullable RepairBets repair;

  FeatureProcess(Feature feature) {
    this.feature = feature;
    this.logProcesses = new double[CellBets.size(feature)];
    this.changes = new ChangeSums(feature.cells());
    Arrays.fill(logProcesses, NOTHING);
  }

  static FeatureProcess read(Feature feature, Cursor cursor) {
    FeatureProcess process = new FeatureProcess(feature);
    double[] logs = cursor.next(process.logProcesses.length);
    System.arraycopy(logs, 0, process.logProcesses, 0, logs.length);
    process.changes = ChangeSums.read(feature.cells(), cursor);
    process.repair = cursor.next() == 1 ? RepairBets.read(cursor) : null;
    return process;
  }

  double[] toArray() {
    double[] bets = repair == null ? new double[0] : repair.toArray();
    return Arrays.stream(
            new double[][] {logProcesses, changes.toArray(), {repair == null ? 0 : 1}, bets})
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  /** What happens to a feature in a step. */
  static final class Step {
    private final double[] counts;
    private final double[] logFactors;
    private final Odds odds;

    /**
     * A step.
     *
     * @param counts of the cells
     * @param logFactors the logarithm of the factor of each bet
     * @param odds of the bets
     */
    Step(double[] counts, double[] logFactors, Odds odds) {
      this.counts = counts;
      this.logFactors = logFactors;
      this.odds = odds;
    }

    Odds odds() {
      return odds;
    }
  }

  /** Takes a step. */
  void step(long start, Step step, double logShare) {
    double[] logFactors = step.logFactors;
    double[] counts = step.counts;
    for (int b = 0; b < logProcesses.length; b++) {
      logProcesses[b] = LogSum.of(logProcesses[b], logShare) + logFactors[b];
    }
    changes.add(start, counts, logFactors, step.odds);
    if (repair != null) {
      repair.step(counts, step.odds, logShare);
    }
  }

  /** The logarithm of the e-value. */
  double logEValue() {
    double[] weights = new double[logProcesses.length];
    Arrays.fill(weights, -Math.log(weights.length));
    return LogSum.of(weights, logProcesses);
  }

  ChangeSums changes() {
    return changes;
  }

  Feature feature() {
    return feature;
  }

  /**
   * Takes over the change that an alarm of the feature is about, before the first step.
   *
   * @param longer by how much the steps of the alarm are longer than these, milliseconds, so that
   *     the change may have come as much earlier or later
   */
  void takeOverChange(FeatureProcess alarming, long longer, Odds odds) {
    ChangeSums.Winning winning = alarming.changes.winning(alarming.leading());
    changes.begin(
        new ChangeSums.Span(winning.start() - longer, winning.latest() + longer),
        odds.logFactors(alarming.drifting()));
  }

  /** Whether the feature is part of an alarm. */
  boolean alarms() {
    return repair != null;
  }

  /** The bet that leads in an alarm; −1 without an alarm, or if none leads. */
  int leading() {
    return alarms() ? changes.leading() : -1;
  }

  /** Counts of the cells since the change that an alarm is about; zeros if there is none. */
  double[] drifting() {
    int bet = leading();
    return bet < 0 ? new double[feature.cells()] : changes.since(bet).counts();
  }

  /** Makes the feature part of an alarm, if any bet on it has won and it is not. */
  void raise() {
    int leading = changes.leading();
    if (repair == null && leading >= 0) {
      double cases = Arrays.stream(changes.since(leading).counts()).sum();
      repair = RepairBets.against(leading, changes.winning(leading).ratios() / cases);
    }
  }

  /** The evidence that the drift of an alarm is over; nothing without an alarm. */
  double logRepaired() {
    return repair == null ? NOTHING : repair.logEValue();
  }

  /** Restarts. */
  void reset() {
    Arrays.fill(logProcesses, NOTHING);
    changes = new ChangeSums(feature.cells());
    repair = null;
  }
}
