package io.evenkeel.core.drift.sequential;

import java.util.Optional;

/** What is said of a series before, or since, it has a reference: mutable. */
interface DriftPhase {

  /** Adds the next pane, which has cases. */
  void add(long start, double... counts);

  /**
   * Ends a season.
   *
   * @param start its start, milliseconds since 1970
   */
  void endSeason(long start);

  /** Whether there is an alarm of small drift. */
  boolean informs();

  /** Whether there is an alarm of large drift. */
  boolean pages();

  /**
   * The evidence by which to inform.
   *
   * @param end of the last pane, milliseconds since 1970
   */
  DriftEvidence inform(long end);

  /**
   * The evidence by which to page, if any may.
   *
   * @param end of the last pane, milliseconds since 1970
   */
  Optional<DriftEvidence> page(long end);

  /** The state without a reference. */
  double[] toArray();
}
