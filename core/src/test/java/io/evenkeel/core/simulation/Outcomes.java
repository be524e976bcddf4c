package io.evenkeel.core.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What became of the alerts of one fault in many streams that begin with a calm day: mutable. */
final class Outcomes {
  private final int labels;
  private final List<Double> delays = new ArrayList<>();
  private final List<Double> delaysBeforeRepair = new ArrayList<>();
  private final List<Double> repairs = new ArrayList<>();
  private int streams;
  private double open;
  private int alerts;
  private int ends;
  private int never;

  /** Of panes of so many labels. */
  Outcomes(int labels) {
    this.labels = labels;
  }

  /**
   * Adds a stream whose fault lasts until before a pane.
   *
   * @return the pane at which it was found
   */
  Optional<Integer> constant(FaultLife life, int end) {
    streams++;
    Optional<Integer> found = life.found(Lives.DAY, end);
    found.ifPresent(
        at -> {
          delays.add(labelsUntil(at));
          open += life.openShare(at, end);
          count(life, end);
        });
    return found;
  }

  /** Adds a stream whose fault is repaired at a pane. */
  void repaired(FaultLife life, int repair) {
    life.found(Lives.DAY, repair).ifPresent(at -> delaysBeforeRepair.add(labelsUntil(at)));
    count(life, repair);
    if (life.isOpen(repair - 1)) {
      never += life.untilClosed(repair).isEmpty() ? 1 : 0;
      life.untilClosed(repair).ifPresent(panes -> repairs.add(panes * (double) labels));
    }
  }

  private double labelsUntil(int pane) {
    return (pane - Lives.DAY + 1.0) * labels;
  }

  private void count(FaultLife life, int end) {
    alerts += life.finds(Lives.DAY, end);
    ends += life.ends(Lives.DAY, end);
  }

  /** The share of streams whose fault was found, of those whose fault lasts. */
  double found() {
    return delays.size() / (double) streams;
  }

  /** The share of these whose fault was found within so many labels. */
  double foundWithin(double enough) {
    return delays.stream().filter(delay -> delay <= enough).count() / (double) streams;
  }

  /** A quantile of the labels to the detection. */
  double delay(double level) {
    return Lives.quantile(delays, level);
  }

  /** The share of the time from the detection on for which the alert was open. */
  double open() {
    return open / delays.size();
  }

  int alerts() {
    return alerts;
  }

  /** The number of alerts that ended while the fault went on. */
  int falselyEnded() {
    return ends;
  }

  /** The upper limit of their share, at 95 %. */
  double upperOfFalselyEnded() {
    return Lives.upper(ends, alerts);
  }

  /** A quantile of the labels from a repair to the end, over the median to the detection. */
  double repairedToFound(double level) {
    return Lives.quantile(repairs, level) / Lives.quantile(delaysBeforeRepair, 0.5);
  }

  /** The number of alerts that did not end after a repair. */
  int neverEnded() {
    return never;
  }
}
