package io.evenkeel.app.topology;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

/**
 * The scores by which detectors of change are compared: how often they cry wolf, how long they
 * take, and what they miss (Bifet, Read, Pfahringer, Holmes and Žliobaitė 2013,
 * doi:10.1007/978-3-642-41398-8_40). Time is counted in windows, so that streams of hours and of
 * years can be put together.
 *
 * @param falseAlarms alarms while the predictions meant what they said
 * @param healthyWindows windows in which they did
 * @param faults streams with a fault
 * @param delays windows from the fault to the first alarm, of the faults that were found, ascending
 */
record AlarmScores(int falseAlarms, double healthyWindows, int faults, List<Double> delays) {

  /**
   * What a detector made of a stream. Times are milliseconds since 1970.
   *
   * @param start of the stream
   * @param end of the stream, and of watching it
   * @param fault when the predictions ceased to mean what they say; empty if they never did
   * @param window length of a window, milliseconds
   * @param alarms when alarms were raised
   */
  record Run(long start, long end, OptionalLong fault, long window, List<Long> alarms) {

    private long healthyUntil() {
      return Math.min(fault.orElse(end), end);
    }
  }

  /** The scores of a detector over all of these streams. */
  static AlarmScores of(List<Run> runs) {
    int falseAlarms = 0;
    double healthy = 0;
    int faults = 0;
    List<Double> delays = new ArrayList<>();
    for (Run run : runs) {
      healthy += (run.healthyUntil() - run.start()) / (double) run.window();
      falseAlarms += (int) run.alarms().stream().filter(at -> at < run.healthyUntil()).count();
      if (run.fault().isPresent()) {
        faults++;
        long fault = run.fault().getAsLong();
        run.alarms().stream()
            .filter(at -> at >= fault)
            .min(Long::compare)
            .ifPresent(at -> delays.add((at - fault) / (double) run.window()));
      }
    }
    Collections.sort(delays);
    return new AlarmScores(falseAlarms, healthy, faults, List.copyOf(delays));
  }

  /** False alarms per window in which nothing was wrong; NaN if there was none. */
  double falseAlarmRate() {
    return falseAlarms / healthyWindows;
  }

  /** Mean number of windows between false alarms; infinite if there was none. */
  double meanTimeBetweenFalseAlarms() {
    return healthyWindows / falseAlarms;
  }

  /** Mean number of windows to the detection of the faults that were found; NaN if none was. */
  double meanDelay() {
    return delays.stream().mapToDouble(delay -> delay).average().orElse(Double.NaN);
  }

  /** The same of the fault in the middle; NaN if none was found. */
  double medianDelay() {
    return delays.isEmpty() ? Double.NaN : delays.get(delays.size() / 2);
  }

  /** Share of the faults that were not found, in [0, 1]; NaN if there was none. */
  double missed() {
    return (faults - delays.size()) / (double) faults;
  }

  /**
   * The mean time ratio: how much longer it is from one false alarm to the next than from a fault
   * to its alarm, times the share of faults that were found. Larger is better; 0 for who finds
   * nothing.
   */
  double meanTimeRatio() {
    return delays.isEmpty() ? 0 : meanTimeBetweenFalseAlarms() / meanDelay() * (1 - missed());
  }
}
