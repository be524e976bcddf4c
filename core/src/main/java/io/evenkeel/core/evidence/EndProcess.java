package io.evenkeel.core.evidence;

import io.evenkeel.core.sequential.RestartedEProcess;
import java.nio.DoubleBuffer;

/**
 * The e-process for the end of a fault, and the panes since it seems to be gone, which are those
 * from where the sum of its log-factors has last been positive throughout: mutable.
 */
final class EndProcess {
  private static final int SCALARS = 3;

  private final Stretch repaired;
  private RestartedEProcess process = RestartedEProcess.mixture(1);
  private double against;

  EndProcess(int size) {
    this.repaired = new Stretch(size);
  }

  int length() {
    return SCALARS + repaired.length();
  }

  void read(DoubleBuffer state) {
    process = RestartedEProcess.resumed((long) state.get(), new double[] {state.get()}, 1);
    against = state.get();
    repaired.read(state);
  }

  void write(DoubleBuffer state) {
    state.put((double) process.steps()).put(process.logProcesses()).put(against);
    repaired.write(state);
  }

  /** Forgets what spoke for the end; the steps that were taken count still. */
  void restart() {
    restart(process.steps());
  }

  /** Begins with the first step. */
  void begin() {
    restart(0);
  }

  private void restart(long steps) {
    process = RestartedEProcess.resumed(steps, new double[] {Double.NEGATIVE_INFINITY}, 1);
    against = 0;
  }

  /**
   * Adds the next pane.
   *
   * @param logFactor of the e-process
   * @return whether it is the first one since the fault seems to be gone
   */
  boolean add(double logFactor, Pane pane) {
    process.multiply(logFactor);
    boolean isFirst = against <= 0;
    if (isFirst) {
      against = 0;
      repaired.restart(pane.start());
    }
    against += logFactor;
    repaired.add(pane.labels(), pane.sums());
    return isFirst;
  }

  /** Whether it has reached the inverse of the level of ends. */
  boolean hasReached() {
    return process.logValue() >= -Math.log(OpenFault.LEVEL);
  }

  /**
   * Whether the panes since then favour calibration, and have lasted for so long.
   *
   * @param beyond log of their evidence beyond all that is tolerable
   * @param now start of the newest pane, milliseconds since 1970
   * @param wait milliseconds
   */
  boolean isQuiet(double beyond, long now, long wait) {
    return beyond <= OpenFault.CALIBRATED && now - repaired.start() >= wait;
  }

  /** The panes since the fault seems to be gone; not a copy. */
  Stretch repaired() {
    return repaired;
  }
}
