package io.evenkeel.core.evidence;

import java.nio.DoubleBuffer;

/** A fault that was found, as long as nothing shows that it is gone: mutable. */
interface OpenFault {
  /** The chance of an end while the fault goes on. */
  double LEVEL = 0.01;

  /** The panes since the repair favour calibration over all faults by that many nats. */
  double CALIBRATED = -1;

  /** Another fault has taken over if they favour it by so many nats over all that is tolerable. */
  double CHANGED = 3;

  /** What a pane has made of the fault. */
  enum Step {
    STAYS,
    CHANGED,
    ENDED
  }

  /**
   * Adds the next pane.
   *
   * @param wait for how long calibration must have lasted before the fault ends, milliseconds
   */
  Step add(Pane pane, long wait);

  /** What is open after it has {@linkplain Step#CHANGED changed}. */
  OpenFault successor();

  /** When it began. */
  Since since();

  /** The time from which on it seems to be gone, milliseconds since 1970. */
  long repaired();

  /** What is known of it now. */
  Fault fault();

  /** The number of doubles of its state. */
  int length();

  /** Writes its state. */
  void write(DoubleBuffer state);
}
